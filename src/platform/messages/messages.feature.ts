import type { Feature } from '../feature';
import { MessageStore } from './message.store';
import { messageCleanUp } from './message-clean-up';
import { messageActions } from './messages.audit';
import { messageMetrics } from './messages.metrics';
import { messagesTables } from './messages.tables';

export const messagesFeature = {
  actions: [messageActions],
  stores: { messages: MessageStore },
  cleanUp: messageCleanUp,
  metrics: [messageMetrics],
  tables: messagesTables,
} satisfies Feature;
