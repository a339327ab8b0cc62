import type { Feature } from '../../platform/feature';
import { messageMails } from './admin-messages.mails';
import * as adminMessages from './admin-messages.operations';

export const adminMessagesFeature = {
  operations: [adminMessages],
  mails: messageMails,
} satisfies Feature;
