import type { Feature } from '../../platform/feature';
import * as adminUsers from './admin-users.operations';

export const adminUsersFeature = {
  operations: [adminUsers],
} satisfies Feature;
