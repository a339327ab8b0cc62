import type { FederationService } from '../features/federation/federation.service';
import type { Shared } from './shared';

/** Returns null if Gatehouse is not a subgraph. Loads the service, too, because most installations do not use it. */
export function createFederation(shared: Shared): FederationService | null {
  const { config } = shared;
  if (!config.federation) return null;
  const federation =
    require('../features/federation/federation.service') as typeof import('../features/federation/federation.service.js');
  return new federation.FederationService({
    ...shared,
    settings: {
      routerSecret: config.federationSecret,
      introspection: config.explorer,
      hasOrganizations: config.organizations !== null,
    },
  });
}
