import { clientsChanged } from '../accounts/applications/oauth-client';
import { LogoutDeliveries } from '../features/openid/logout-deliveries';
import { LogoutTokens } from '../features/openid/logout-tokens';
import { ReceiverWatch, watched } from '../platform/webhooks/receiver-watch';
import { WebhookAddresses } from '../platform/webhooks/webhook-address';
import { WebhookSender } from '../platform/webhooks/webhook-sender';
import type { Shared } from './shared';

/** The background work of back-channel logout. */
export function createLogoutMessages({ config, stores, keys, clock, log, timeLimits }: Shared) {
  const clients = { changed: clientsChanged, any: () => stores.oauthClients.hasLogoutAddress() };
  const watch = new ReceiverWatch(clients, stores.logouts, stores.listen);
  const deliveries = new LogoutDeliveries({
    stores,
    tokens: new LogoutTokens(keys, config.publicUrl, clock),
    sender: new WebhookSender(new WebhookAddresses(config.webhookNetworks), timeLimits.webhookMs),
    listen: stores.listen,
    clock,
    log,
  });
  return {
    deliveries,
    /** 0 while no client has an address. */
    waiting: async () => (stores.logouts.isOn ? stores.logoutDeliveries.waiting() : 0),
    ...watched(deliveries.queue, watch),
  };
}
