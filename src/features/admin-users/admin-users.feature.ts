import type { Feature } from '../../platform/feature';
import { adminUserActions } from './admin-users.audit';
import { adminUserMails } from './admin-users.mails';
import * as adminUsers from './admin-users.operations';
import { adminUserEnds } from './admin-users.reasons';

export const adminUsersFeature = {
  operations: [adminUsers],
  mails: adminUserMails,
  actions: [adminUserActions],
  ends: [adminUserEnds],
} satisfies Feature;
