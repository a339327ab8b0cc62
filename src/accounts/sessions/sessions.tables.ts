import { byAdmin, type FeatureTables, internal, not, ofOthers, unlessActing } from '../../platform/db/feature-table';

export const sessionsTables = {
  sessions: {
    kind: 'session',
    rows: { many: 'in any order' },
    columns: {
      id: true,
      user_id: true,
      created_ts: true,
      last_used_ts: true,
      expires_ts: true,
      revoked_ts: true,
      revoked_reason: true,
      user_agent: unlessActing('user_agent'),
      ip: unlessActing('ip'),
      revision: internal,
      auth_ts: true,
      acr: true,
      amr: true,
      actor_id: ofOthers,
      actor_session_id: ofOthers,
      client_id: true,
      scopes: true,
      resource: true,
      origin_session_id: true,
      network_since_ts: internal,
      by_super_admin: byAdmin,
    },
  },
  account_revocations: {
    kind: 'record',
    rows: { one: 'user_id' },
    columns: {
      user_id: true,
      revision: internal,
      tokens_revision: internal,
      except_session_id: true,
      revoked_ts: true,
    },
  },
  known_devices: {
    kind: 'record',
    rows: { one: 'user_id' },
    columns: { key: not('an HMAC, which names nothing'), user_id: true, seen_ts: true },
  },
  page_cookies: { kind: 'session', not: 'hashes of secrets: the sessions are exported' },
  refresh_tokens: { kind: 'session', not: 'hashes of secrets: the sessions are exported' },
} as const satisfies FeatureTables;
