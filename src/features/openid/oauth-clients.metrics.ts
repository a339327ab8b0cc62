import { type ClientAuthenticator, clientFailures } from '../../accounts/applications/client-authenticator';
import type { Metric } from '../../platform/observability/metric';
import type { OAuthTokenService } from './oauth-token.service';

interface Sources {
  oauthClients: Pick<ClientAuthenticator, 'failures'>;
  oauthTokens: Pick<OAuthTokenService, 'introspections' | 'revocationPages'>;
}

export function oauthClientMetrics({ oauthClients: clients, oauthTokens: tokens }: Sources): Metric[] {
  return [
    {
      name: 'gatehouse_client_authentication_failures_total',
      help: 'Requests whose OAuth client was rejected. `reason` is `unknown client` or `wrong client secret`.',
      type: 'counter',
      labels: ['reason'],
      read: () =>
        clientFailures.map((reason) => ({ labels: { reason: reason.name }, value: clients.failures(reason) })),
    },
    {
      name: 'gatehouse_token_introspections_total',
      help: 'Tokens that clients introspected. `result` is `active` or `inactive`.',
      type: 'counter',
      labels: ['result'],
      read: () =>
        (['active', 'inactive'] as const).map((result) => ({
          labels: { result },
          value: tokens.introspections(result),
        })),
    },
    {
      name: 'gatehouse_revocation_pages_total',
      help: 'Pages of revocations that clients read.',
      type: 'counter',
      read: () => tokens.revocationPages,
    },
  ];
}
