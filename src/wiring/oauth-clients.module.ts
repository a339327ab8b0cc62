import { ClientAuthenticator } from '../features/oauth-clients/client-authenticator';
import { OAuthTokenService } from '../features/oauth-clients/oauth-token.service';
import type { Platform } from './platform';

export function oauthClientsModule(platform: Platform) {
  const { config, stores, operation, authenticator, liveSessions, users, rateLimits, clock } = platform;
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
      issuer,
    }),
  };
}
