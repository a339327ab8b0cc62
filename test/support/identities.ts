import { randomUUID } from 'node:crypto';
import type { Gatehouse } from './gatehouse';

/** Connects an account at a provider with a user, without the provider. Returns the id of the identity. */
export async function addIdentity({ sql }: Pick<Gatehouse, 'sql'>, userId: string, provider = 'google') {
  const id = randomUUID();
  await sql(`INSERT INTO identities (id, user_id, provider, issuer, subject, email, created_ts, last_used_ts)
    VALUES ('${id}', '${userId}', '${provider}', 'https://${provider}.example.com', '${id}', 'ada@${provider}.example.com',
      '2026-01-02T03:04:05.678Z', '2026-02-03T04:05:06.789Z')`);
  return id;
}
