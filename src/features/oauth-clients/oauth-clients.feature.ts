import type { Feature } from '../../feature';
import { ofInstallation } from '../../platform/db/feature-table';
import * as clientAdministration from './client-administration.operations';
import { OAuthClientStore } from './oauth-client.store';

export const oauthClientsFeature = {
  operations: [clientAdministration],
  stores: { oauthClients: OAuthClientStore },
  tables: {
    oauth_clients: ofInstallation,
  },
} satisfies Feature;
