import { type FeatureTables, internal, namesNobody, secret } from '../db/feature-table';

export const oneTimeTokensTables = {
  one_time_tokens: {
    kind: 'pending',
    rows: { many: 'in any order' },
    columns: {
      id: secret,
      purpose: true,
      user_id: true,
      address: true,
      details: secret,
      is_decoy: internal,
      wrong_codes: true,
      attempts_left: true,
      created_ts: true,
      expires_ts: true,
      used_ts: true,
    },
  },
  spent_challenges: namesNobody,
} as const satisfies FeatureTables;
