import { clientLimits } from '../../accounts/applications/client.limits';
import { documentedClientCleanUp } from '../../accounts/applications/documented-client-clean-up';
import { OAuthClientStore } from '../../accounts/applications/oauth-client.store';
import { ofInstallation } from '../../platform/db/feature-table';
import type { Feature } from '../../platform/feature';
import * as clientAdministration from './client-administration.operations';
import { clientActions } from './oauth-clients.audit';
import { clientEnds } from './oauth-clients.reasons';

export const oauthClientsFeature = {
  limits: clientLimits,
  operations: [clientAdministration],
  actions: [clientActions],
  stores: { oauthClients: OAuthClientStore },
  cleanUp: documentedClientCleanUp,
  tables: {
    oauth_clients: ofInstallation,
  },
  ends: [clientEnds],
} satisfies Feature;
