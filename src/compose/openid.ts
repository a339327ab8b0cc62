import { DeviceCodes } from '../accounts/applications/device-code';
import type { ProtectedResources } from '../accounts/applications/protected-resource';
import { readResources, takenNames } from '../accounts/applications/resources-file';
import { ConnectedAppsService } from '../features/openid/connected-apps.service';
import { LogoutService } from '../features/openid/logout.service';
import { OAuthTokenService } from '../features/openid/oauth-token.service';
import { OpenidClaims } from '../features/openid/openid-claims';
import { readOpenidClaims } from '../features/openid/openid-claims-template';
import type { OpenidCounts } from '../features/openid/openid-counts';
import { ProtectedResourcesService } from '../features/openid/protected-resources.service';
import { UserinfoService } from '../features/openid/userinfo.service';
import { Counts } from '../platform/observability/counts';
import { WebhookAddresses } from '../platform/webhooks/webhook-address';
import type { SecondFactors } from './mfa';
import type { OAuthClients } from './oauth-clients';
import type { Passwords } from './passwords';
import type { Sessions } from './sessions';
import type { Shared } from './shared';

interface OpenidNeeds extends OAuthClients, Sessions {
  reauthentication: Passwords['reauthentication'];
  wayInMails: SecondFactors['wayInMails'];
}

export type Openid = ReturnType<typeof createOpenid>;
type OpenidServices = ReturnType<typeof createOpenidServices>;

/** @throws ConfigError if the file of OPENID_CLAIMS or of RESOURCES cannot be used */
export function createOpenid(shared: Shared, needs: OpenidNeeds) {
  const openidCounts: OpenidCounts = new Counts();
  const openidClaims = createOpenidClaims(shared);
  const resources = readResources(shared.config.resources, () => takenNames(shared.config, openidClaims.labels.keys()));
  let services: OpenidServices | null = null;
  const openid = (): OpenidServices => {
    services ??= createOpenidServices({ ...shared, openidClaims, resources }, needs, openidCounts);
    return services;
  };
  return {
    openidCounts,
    openidClaims,
    resources,
    oauthTokens: new OAuthTokenService({
      ...shared,
      clients: needs.oauthClients,
      resources,
      issuer: shared.config.publicUrl,
    }),
    protectedResources: new ProtectedResourcesService({ operation: shared.operation, resources }),
    connectedApps: new ConnectedAppsService(shared),
    userinfo: new UserinfoService({ ...shared, openidClaims }),
    logouts: new LogoutService({ ...shared, hints: { read: (text) => openid().idTokens.read(text) } }),
    closeDocuments: () => services?.documents?.close(),
    /** Loaded at the first use: most installations have no application into which people sign in. */
    openid,
  };
}

function createOpenidClaims({ config, stores, userFields, clock, log }: Shared): OpenidClaims {
  const template = readOpenidClaims(config.openidClaims, () => userFields.load());
  const usersWrite = template?.usersWrite ?? [];
  if (usersWrite.length > 0)
    log.warn({ fields: usersWrite }, 'OPENID_CLAIMS has fields that users write themselves: do not trust these claims');
  return new OpenidClaims(template, { ...stores, organizationCreators: config.organizations, clock, log });
}

function createOpenidServices(
  shared: Shared & { openidClaims: OpenidClaims; resources: ProtectedResources },
  needs: OpenidNeeds,
  counts: OpenidCounts,
) {
  const { AuthorizationService } =
    require('../features/openid/authorization.service') as typeof import('../features/openid/authorization.service.js');
  const { GrantService } =
    require('../features/openid/grant.service') as typeof import('../features/openid/grant.service.js');
  const { IdTokens } = require('../features/openid/id-tokens') as typeof import('../features/openid/id-tokens.js');
  const { ClientResolver } =
    require('../features/openid/client-resolver') as typeof import('../features/openid/client-resolver.js');
  const { config, stores, keys, clock } = shared;
  const organizations = config.organizations === null ? null : stores.organizations;
  const documents = createClientDocuments(shared, counts);
  const clients = new ClientResolver({ oauthClients: stores.oauthClients, documents, clock });
  const issuer = config.publicUrl;
  const addsFactors = config.pages.areas.includes('account');
  const deviceCodes = config.pages.areas.includes('sign-in') ? new DeviceCodes(shared.derivationKey.derive) : null;
  const idTokens = new IdTokens(keys, { issuer, ttlS: config.jwtTtlS }, clock);
  return {
    idTokens,
    documents,
    authorizations: new AuthorizationService({
      ...{ ...shared, ...needs, organizations, clients, idTokens, issuer, addsFactors, counts },
    }),
    grants: new GrantService({
      ...{ ...shared, organizations },
      clients: needs.oauthClients,
      sessions: needs.sessions,
      deviceCodes,
      idTokens,
      counts,
    }),
  };
}

/** Every host that a setting lists may be private. */
const everyNetwork = ['0.0.0.0/0', '::/0'];

/** Null without CLIENT_METADATA. */
function createClientDocuments(
  { config: { clientMetadata: allowed }, rateLimits, timeLimits, clock }: Shared,
  counts: OpenidCounts,
) {
  if (allowed === null) return null;
  const { ClientDocuments } =
    require('../features/openid/client-documents') as typeof import('../features/openid/client-documents.js');
  const addresses = new WebhookAddresses(allowed === 'any' ? [] : everyNetwork);
  const timeoutMs = timeLimits.documentMs;
  return new ClientDocuments({ allowed, addresses, rateLimits, counts, clock, timeoutMs });
}
