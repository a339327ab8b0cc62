import { type FeatureTables, internal, secret } from '../../platform/db/feature-table';

export const passkeysTables = {
  passkeys: {
    kind: 'way in',
    rows: { one: 'user_id' },
    columns: {
      id: true,
      credential_id: secret,
      user_id: true,
      public_key: internal,
      sign_count: internal,
      transports: true,
      aaguid: true,
      device_type: true,
      backed_up: true,
      automatic: true,
      name: true,
      created_ts: true,
      last_used_ts: true,
    },
  },
} as const satisfies FeatureTables;
