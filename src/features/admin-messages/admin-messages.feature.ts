import type { Feature } from '../../platform/feature';
import * as adminMessages from './admin-messages.operations';

export const adminMessagesFeature = {
  operations: [adminMessages],
} satisfies Feature;
