import type { Platform } from '../../wiring/platform';
import type { Stores } from '../../wiring/stores';
import { ClientAuthenticator } from './client-authenticator';
import { OAuthClientsService } from './oauth-clients.service';
import { OAuthTokenService } from './oauth-token.service';

export function oauthClientsModule(platform: Platform) {
  const { config, stores, operation, authenticator, liveSessions, users, revocationFeed, rateLimits, clock } = platform;
  const oauthClients = new ClientAuthenticator(stores.oauthClients, rateLimits, clock);
  const issuer = config.publicUrl;
  return {
    oauthClients,
    oauthTokens: new OAuthTokenService({
      operation,
      clients: oauthClients,
      authenticator,
      liveSessions,
      users,
      revocationFeed,
      issuer,
    }),
  };
}

export const createOAuthClientsService = (stores: Stores): OAuthClientsService =>
  new OAuthClientsService(stores, stores.clock);
