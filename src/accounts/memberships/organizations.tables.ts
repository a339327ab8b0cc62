import { type FeatureTables, namesNobody, ofInstallation, ofOthers } from '../../platform/db/feature-table';

export const organizationsTables = {
  organizations: ofInstallation,
  memberships: {
    kind: 'record',
    rows: { one: 'user_id' },
    columns: {
      organization_id: true,
      user_id: true,
      roles: true,
      created_ts: true,
    },
  },
  organization_invitations: {
    kind: 'record',
    rows: { one: 'invited_by_id' },
    columns: {
      id: true,
      organization_id: true,
      email: ofOthers,
      email_canonical: ofOthers,
      roles: true,
      invited_by_id: true,
      created_ts: true,
      expires_ts: true,
      ended_ts: true,
    },
  },
  organization_revocations: namesNobody,
} as const satisfies FeatureTables;
