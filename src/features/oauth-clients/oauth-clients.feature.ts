import type { Feature } from '../../feature';
import * as clientAdministration from './client-administration.operations';
import { OAuthClientStore } from './oauth-client.store';

export const oauthClientsFeature = {
  operations: [clientAdministration],
  stores: { oauthClients: OAuthClientStore },
} satisfies Feature;
