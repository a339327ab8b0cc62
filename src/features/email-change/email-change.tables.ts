import type { FeatureTables } from '../../platform/db/feature-table';

export const emailChangeTables = {
  email_changes: {
    kind: 'pending',
    rows: { one: 'user_id' },
    columns: {
      id: true,
      user_id: true,
      email: true,
      email_canonical: true,
      needs_approval: true,
      confirmed_ts: true,
      approved_ts: true,
      session_id: true,
      created_ts: true,
      expires_ts: true,
    },
  },
} as const satisfies FeatureTables;
