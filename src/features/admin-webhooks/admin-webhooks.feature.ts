import type { Feature } from '../../feature';
import * as adminWebhooks from './admin-webhooks.operations';

export const adminWebhooksFeature = {
  operations: [adminWebhooks],
} satisfies Feature;
