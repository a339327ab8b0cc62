import { byAdmin, type FeatureTables, internal, ofOthers, secret } from '../db/feature-table';

/** Where somebody was, unless a super admin acted, or anyone can have sent the request. */
const ofUser = 'actor_id IS NULL AND session_id IS NOT NULL';
const byUser = (column: string) => ({ as: `CASE WHEN ${ofUser} THEN ${column} END` });

export const auditTables = {
  audit_events: {
    kind: 'record',
    rows: { many: { newestBy: 'last_ts' } },
    columns: {
      id: true,
      action: true,
      outcome: true,
      user_id: true,
      account_key: secret,
      session_id: true,
      actor_id: ofOthers,
      ip: byUser('ip'),
      network: byUser('network'),
      user_agent: byUser('user_agent'),
      request_ids: internal,
      details: true,
      first_ts: true,
      last_ts: true,
      count: true,
      fold_key: internal,
      by_super_admin: byAdmin,
    },
  },
} as const satisfies FeatureTables;
