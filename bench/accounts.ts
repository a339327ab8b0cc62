import { loadHashEngine } from '../src/accounts/passwords/hash-engine';
import { Connection, jsonPost } from './connection';
import { median } from './support';

export const password = 'correct horse battery';

/** Registers accounts through the REST API, four at a time. Returns their e-mail addresses. */
export async function registerAccounts(port: number, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, i) => `user${String(i).padStart(6, '0')}@example.com`);
  const left = [...emails];
  const worker = async () => {
    const connection = await Connection.open(port);
    for (let email = left.pop(); email; email = left.pop()) {
      const account = { email, first_name: 'Ada', last_name: 'Lovelace', password };
      const { status, body } = await connection.send(jsonPost('/auth/register', account));
      if (status !== 201) throw new Error(`a registration was answered with ${status}: ${body}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return emails;
}

/** Returns the CPU time of one hash, in ms: the unit in which machines are compared. */
export async function msOfHash(): Promise<number> {
  const { engine } = await loadHashEngine('auto');
  const times: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    const before = process.cpuUsage();
    await engine.hash(password);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return median(times);
}
