import type { Feature } from '../../platform/feature';
import { ofInstallation } from '../../platform/db/feature-table';
import * as clientAdministration from './client-administration.operations';
import { OAuthClientStore } from '../../accounts/applications/oauth-client.store';

export const oauthClientsFeature = {
  operations: [clientAdministration],
  stores: { oauthClients: OAuthClientStore },
  tables: {
    oauth_clients: ofInstallation,
  },
} satisfies Feature;
