import { type FeatureTables, internal, secret } from '../../platform/db/feature-table';

export const apiKeysTables = {
  api_keys: {
    kind: 'way in',
    rows: { many: 'in any order' },
    columns: {
      id: true,
      user_id: true,
      hash: secret,
      last_characters: true,
      name: true,
      resource: true,
      scopes: true,
      roles: true,
      organization_id: true,
      created_ts: true,
      expires_ts: true,
      last_used_ts: true,
      last_used_ip: true,
      noticed_ts: internal,
      revoked_ts: true,
    },
  },
} as const satisfies FeatureTables;
