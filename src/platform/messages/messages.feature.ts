import type { Feature } from '../feature';
import { MessageStore } from './message.store';
import { messageCleanUp } from './message-clean-up';
import { messageMetrics } from './messages.metrics';
import { messagesTables } from './messages.tables';

export const messagesFeature = {
  stores: { messages: MessageStore },
  cleanUp: messageCleanUp,
  metrics: [messageMetrics],
  tables: messagesTables,
} satisfies Feature;
