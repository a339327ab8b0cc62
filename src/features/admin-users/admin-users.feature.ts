import type { Feature } from '../../feature';
import * as adminUsers from './admin-users.operations';

export const adminUsersFeature = {
  operations: [adminUsers],
} satisfies Feature;
