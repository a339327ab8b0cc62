import { Connection, jsonPost } from './connection';

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
