import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { loadHashEngine } from '../src/accounts/passwords/hash-engine';
import { Connection, jsonPost } from './connection';
import { type Bench, median, projectRoot, startServer } from './support';

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

/**
 * Makes an installation in use: with accounts, the first of which is a super admin. Without one, a start makes a link for the
 * first, which loads Prisma's compiler. Returns their e-mail addresses.
 */
export async function prepareInstallation(
  bench: Bench,
  settings: Readonly<Record<string, string>>,
  count: number,
): Promise<string[]> {
  const server = await startServer(bench, settings);
  const emails = await registerAccounts(server.port, count);
  await server.stop();
  const promote = [path.join(projectRoot, 'dist/cli/main.js'), 'users', 'promote', '--yes', String(emails[0])];
  execFileSync(process.execPath, promote, { env: { ...process.env, ...settings }, stdio: 'ignore' });
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
