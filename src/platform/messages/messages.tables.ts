import { type FeatureTables, internal, secret } from '../db/feature-table';

export const messagesTables = {
  messages: {
    kind: 'record',
    rows: { many: 'in any order' },
    columns: {
      id: true,
      channel: true,
      template: true,
      user_id: true,
      recipient: true,
      locale: true,
      token_id: secret,
      created_ts: true,
      expires_ts: true,
      due_ts: true,
      lease_ts: internal,
      attempts: true,
      ended_ts: true,
      problem: true,
    },
  },
} as const satisfies FeatureTables;
