import { type FeatureTables, internal, secret } from '../../platform/db/feature-table';

export const mfaTables = {
  totp_factors: {
    kind: 'way in',
    rows: { one: 'user_id' },
    columns: {
      user_id: true,
      encrypted_seed: secret,
      last_step: internal,
      created_ts: true,
      confirmed_ts: true,
    },
  },
  recovery_codes: {
    kind: 'way in',
    rows: { one: 'user_id' },
    columns: { hash: secret, user_id: true, used_ts: true },
  },
} as const satisfies FeatureTables;
