import type { Feature } from '../../feature';
import * as clientAdministration from './client-administration.operations';
import { OAuthClientStore } from './oauth-client.store';
import { oauthClientMetrics } from './oauth-clients.metrics';
import * as oauthClients from './oauth-clients.operations';

export const oauthClientsFeature = {
  operations: [oauthClients, clientAdministration],
  stores: { oauthClients: OAuthClientStore },
  metrics: [oauthClientMetrics],
} satisfies Feature;
