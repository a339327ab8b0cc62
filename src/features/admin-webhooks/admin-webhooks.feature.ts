import type { Feature } from '../../platform/feature';
import * as adminWebhooks from './admin-webhooks.operations';

export const adminWebhooksFeature = {
  operations: [adminWebhooks],
} satisfies Feature;
