import { ConnectedAppsService } from '../features/openid/connected-apps.service';
import { LogoutService } from '../features/openid/logout.service';
import { OpenidCounts } from '../features/openid/openid-counts';
import { UserinfoService } from '../features/openid/userinfo.service';
import type { SecondFactorParts } from './mfa';
import type { OAuthClients } from './oauth-clients';
import type { Passwords } from './passwords';
import type { Sessions } from './sessions';
import type { Platform } from './shared';

interface OpenidNeeds extends OAuthClients, Sessions {
  reauthentication: Passwords['reauthentication'];
  wayInMails: SecondFactorParts['wayInMails'];
}

export type OpenidServices = ReturnType<typeof createOpenidServices>;

export function openidModule(platform: Platform, needs: OpenidNeeds) {
  const openidCounts = new OpenidCounts();
  let services: OpenidServices | null = null;
  const openid = (): OpenidServices => {
    services ??= createOpenidServices(platform, needs, openidCounts);
    return services;
  };
  return {
    openidCounts,
    connectedApps: new ConnectedAppsService(platform),
    userinfo: new UserinfoService(platform),
    logouts: new LogoutService({ ...platform, hints: { read: (text) => openid().idTokens.read(text) } }),
    /** Loaded at the first use: most installations have no application into which people sign in. */
    openid,
  };
}

function createOpenidServices(platform: Platform, needs: OpenidNeeds, counts: OpenidCounts) {
  const { AuthorizationService } =
    require('../features/openid/authorization.service') as typeof import('../features/openid/authorization.service.js');
  const { GrantService } =
    require('../features/openid/grant.service') as typeof import('../features/openid/grant.service.js');
  const { IdTokens } = require('../features/openid/id-tokens') as typeof import('../features/openid/id-tokens.js');
  const { config, keys, clock } = platform;
  const issuer = config.publicUrl;
  const addsFactors = config.pages.areas.includes('account');
  const idTokens = new IdTokens(keys, { issuer, ttlS: config.jwtTtlS }, clock);
  return {
    idTokens,
    authorizations: new AuthorizationService({ ...platform, ...needs, idTokens, issuer, addsFactors, counts }),
    grants: new GrantService({ ...platform, clients: needs.oauthClients, sessions: needs.sessions, idTokens, counts }),
  };
}
