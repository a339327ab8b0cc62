import { applicationActions } from '../../accounts/applications/applications.audit';
import { applicationEnds, applicationReasons } from '../../accounts/applications/applications.reasons';
import { ConsentStore } from '../../accounts/applications/consent.store';
import { logoutCleanUp } from '../../accounts/applications/logout-clean-up';
import { LogoutDeliveryStore } from '../../accounts/applications/logout-delivery.store';
import type { Feature } from '../../platform/feature';
import { ConnectedAppStore } from './connected-app.store';
import * as connectedApps from './connected-apps.operations';
import * as logout from './logout.operations';
import { logoutMetrics } from './logout-deliveries.metrics';
import { oauthClientMetrics } from './oauth-clients.metrics';
import * as oauthClients from './oauth-clients.operations';
import { openidLimits } from './openid.limits';
import { openidMetrics } from './openid.metrics';
import * as openid from './openid.operations';
import { openidPurposes } from './openid.purposes';
import { openidEnds, openidReasons } from './openid.reasons';
import { openidSettings } from './openid.settings';
import * as protectedResources from './protected-resources.operations';
import * as userinfo from './userinfo.operations';

export const openidFeature = {
  settings: [openidSettings],
  limits: openidLimits,
  operations: [oauthClients, openid, connectedApps, userinfo, logout, protectedResources],
  actions: [applicationActions],
  stores: { consents: ConsentStore, connectedApps: ConnectedAppStore, logoutDeliveries: LogoutDeliveryStore },
  cleanUp: logoutCleanUp,
  metrics: [oauthClientMetrics, openidMetrics, logoutMetrics],
  tables: {
    oauth_consents: {
      kind: 'way in',
      rows: { one: 'user_id' },
      columns: { user_id: true, client_id: true, scopes: true, resources: true, organizations: true, granted_ts: true },
    },
  },
  purposes: openidPurposes,
  reasons: [applicationReasons, openidReasons],
  ends: [applicationEnds, openidEnds],
} satisfies Feature;
