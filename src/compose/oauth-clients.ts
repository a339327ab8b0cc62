import { ClientAuthenticator } from '../accounts/applications/client-authenticator';
import { adminAudienceOf } from '../accounts/tokens/access-token';
import type { KeyRing } from '../accounts/tokens/key-ring';
import { scopesOfNewClients } from '../accounts/users/openid-scopes';
import { ClientOrigins } from '../features/oauth-clients/client-origins';
import { OAuthClientsService } from '../features/oauth-clients/oauth-clients.service';
import { createLog } from '../platform/observability/log';
import { WebhookAddresses } from '../platform/webhooks/webhook-address';
import { type Base, createBase, loadSigningKeys } from './base';
import type { Config } from './config';
import type { Shared } from './shared';
import type { Stores } from './stores';

export type OAuthClients = ReturnType<typeof createOauthClients>;

export function createOauthClients({ stores, lookups, rateLimits, clock }: Shared) {
  return {
    oauthClients: new ClientAuthenticator(lookups.clients, lookups.clientsByUrl, rateLimits, clock),
    clientOrigins: new ClientOrigins(stores.oauthClients, clock),
  };
}

/** The part of the base that the clients need. */
type ClientsBase = Pick<Base, 'config' | 'stores' | 'liveSessions' | 'clock'> & {
  keys: Pick<KeyRing, 'ensureSigningKey'>;
};

export function oauthClientsOf({ config, stores, liveSessions, keys, clock }: ClientsBase): OAuthClientsService {
  const { publicUrl, jwtAudience, pages } = config;
  const settings = {
    hasPages: pages.areas.length > 0,
    ownAudiences: [jwtAudience, publicUrl],
    adminAudience: adminAudienceOf(publicUrl),
    scopes: scopesOfNewClients(config),
  };
  const addresses = new WebhookAddresses(config.webhookNetworks);
  return new OAuthClientsService({ stores, sessions: liveSessions, keys, settings, addresses, clock });
}

/** For a command. The keys are loaded only if a client needs one. */
export function createOAuthClientsService(config: Config, stores: Stores): OAuthClientsService {
  const base = createBase(config, stores, createLog('silent'));
  const { liveSessions, clock } = base;
  const ensureSigningKey: KeyRing['ensureSigningKey'] = async (alg) => {
    await loadSigningKeys(base);
    return base.keys.ensureSigningKey(alg);
  };
  return oauthClientsOf({ config, stores, liveSessions, keys: { ensureSigningKey }, clock });
}
