import type { Feature } from '../../platform/feature';
import { adminMessageActions } from './admin-messages.audit';
import { messageMails } from './admin-messages.mails';
import * as adminMessages from './admin-messages.operations';

export const adminMessagesFeature = {
  operations: [adminMessages],
  mails: messageMails,
  actions: [adminMessageActions],
} satisfies Feature;
