import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import { connectedApps, disconnectApp } from './connected-apps.operations';
import type { ConnectedAppsService } from './connected-apps.service';
import { noSuchApp } from './connected-apps.service';

const tag = 'Sessions';

export const connectedAppRoutes = (apps: ConnectedAppsService): RestRoute[] => [
  answerRoute(connectedApps, { tag, summary: 'List the applications of the user' }, (_, context) => apps.list(context)),
  answerRoute(
    disconnectApp,
    { tag, summary: 'Disconnect an application', errors: { NOT_FOUND: noSuchApp() } },
    (input, context) => apps.disconnect(input, context),
  ),
];
