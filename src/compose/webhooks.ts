import { notifySuperAdmins } from '../accounts/users/super-admin-mails';
import { webhookMails } from '../features/admin-webhooks/admin-webhooks.mails';
import { ReceiverWatch, watched } from '../platform/webhooks/receiver-watch';
import { endpointsChanged } from '../platform/webhooks/webhook';
import { WebhookAddresses } from '../platform/webhooks/webhook-address';
import { WebhookDeliveries } from '../platform/webhooks/webhook-deliveries';
import { createWebhookSecretEncryption } from '../platform/webhooks/webhook-secrets';
import { WebhookSender } from '../platform/webhooks/webhook-sender';
import type { Shared } from './shared';

/** The background work of webhooks. */
export type Webhooks = ReturnType<typeof createWebhooks>;

export function createWebhooks(shared: Shared) {
  const { config, stores, derivationKey, outbox, clock, log, timeLimits } = shared;
  const endpoints = { changed: endpointsChanged, any: () => stores.webhookEndpoints.hasEnabled() };
  const watch = new ReceiverWatch(endpoints, stores.events, stores.listen);
  const addresses = new WebhookAddresses(config.webhookNetworks);
  const deliveries = new WebhookDeliveries({
    stores,
    secrets: createWebhookSecretEncryption(derivationKey.derive),
    sender: new WebhookSender(addresses, timeLimits.webhookMs),
    notifyAdmins: (tx) => notifySuperAdmins(tx, outbox, webhookMails.webhook_disabled),
    listen: stores.listen,
    clock,
    log,
  });
  return {
    deliveries,
    /** 0 while there is no endpoint. */
    waiting: async () => (stores.events.isOn ? (await stores.webhookDeliveries.waiting()).count : 0),
    ...watched(deliveries.queue, watch),
  };
}
