import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import { connectedApps, disconnectApp } from './connected-apps.operations';
import type { ConnectedAppsService } from './connected-apps.service';

export const connectedAppRoutes = (apps: ConnectedAppsService): RestRoute[] => [
  answerRoute(connectedApps, (_, context) => apps.connectedApps(context)),
  answerRoute(disconnectApp, (input, context) => apps.disconnectApp(input, context)),
];
