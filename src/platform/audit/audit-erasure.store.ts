import type { Queryable, Statement } from '../db/database';

export class AuditErasureStore {
  constructor(private readonly db: Queryable) {}

  /**
   * Removes all that names a person from at most `atMost` of their events, and returns the number of changed events.
   * `accountKey` is the HMAC of the address, in hex.
   */
  async erase({ userId, accountKey }: { userId: string; accountKey: string }, atMost: number): Promise<number> {
    return (await this.db.run(statements.erase, [userId, accountKey, atMost])).length;
  }
}

/** Whether the event is about the person. Otherwise the person acted as another user, or on the account of another user. */
const isAbout = "(user_id IS NOT DISTINCT FROM $1::uuid OR account_key IS NOT DISTINCT FROM decode($2, 'hex'))";
const unlessAbout = (column: string) => `${column} = CASE WHEN ${isAbout} THEN NULL ELSE ${column} END`;

export const statements = {
  /**
   * $1 user, $2 account key in hex, $3 the maximum number. What was done, when and how often stays. If the person acted on
   * another account, the event still names that account, and says that its actor was erased.
   */
  erase: {
    name: 'audit_erase',
    // By hand (batches): it changes at most 1000 rows.
    text: `
      UPDATE audit_events SET ${['user_id', 'account_key', 'session_id'].map(unlessAbout).join(', ')},
        actor_id = nullif(actor_id, $1::uuid), ip = NULL, network = NULL, user_agent = NULL, request_ids = '{}',
        fold_key = NULL, details = details - 'exceptSessionId'
          - CASE WHEN ${isAbout} THEN 'statedReason' ELSE '' END
          || CASE WHEN actor_id = $1::uuid THEN '{"actorErased": true}' ELSE '{}' END::jsonb
      WHERE id = ANY (ARRAY(
        SELECT id FROM audit_events
        WHERE user_id = $1::uuid OR account_key = decode($2, 'hex') OR actor_id = $1::uuid LIMIT $3::int))
      RETURNING 1`,
  },
} as const satisfies Record<string, Statement>;
