import { WebhookEndpointsService } from '../features/admin-webhooks/webhook-endpoints.service';
import { WebhookAddresses } from '../platform/webhooks/webhook-address';
import { createWebhookSecretEncryption } from '../platform/webhooks/webhook-secrets';
import type { Base } from './base';

/** For the administration API and for a command, which has loaded the derivation key. */
export function webhookEndpointsOf({
  config,
  stores,
  derivationKey,
  clock,
}: Pick<Base, 'config' | 'stores' | 'derivationKey' | 'clock'>): WebhookEndpointsService {
  const addresses = new WebhookAddresses(config.webhookNetworks);
  return new WebhookEndpointsService({
    stores,
    secrets: createWebhookSecretEncryption(derivationKey.derive),
    addresses,
    clock,
  });
}
