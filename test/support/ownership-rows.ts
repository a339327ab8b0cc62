import { userColumns } from '../../src/accounts/ownership/user-columns';
import { tables as all } from '../../src/compose/features';
import type { Gatehouse } from './gatehouse';

const kindsThatLetIn: readonly string[] = ['way in', 'pending'];
const tables = Object.entries(all).flatMap(([table, { kind }]) => (kindsThatLetIn.includes(kind) ? [table] : []));
const columns = Object.entries(userColumns).flatMap(([column, kind]) => (kind === 'record' ? [] : [column]));

/** Everything that lets somebody in, waits for a proof, or says what a user may do: nobody but the owner changes it. */
export async function rowsOfOwnership({ sql }: Pick<Gatehouse, 'sql'>): Promise<Record<string, unknown[]>> {
  const rows = (select: string, from: string) => sql(`SELECT ${select} FROM ${from} ORDER BY to_jsonb(${from})::text`);
  const found = [
    ...tables.map(async (table) => [table, await rows('*', table)] as const),
    ...[rows(columns.join(), 'users')].map(async (users) => ['users', await users] as const),
    ...[rows('id', 'sessions')].map(async (sessions) => ['sessions', await sessions] as const),
  ];
  return Object.fromEntries(await Promise.all(found));
}
