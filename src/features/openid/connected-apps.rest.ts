import { notFound } from '../../platform/errors/app-error';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { exampleTs } from '../../platform/operations/answer';
import { emptySuccessSchema, successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import {
  about,
  boolean,
  component,
  nullable,
  object,
  string,
  timestamp,
  toTimestamp,
  uuid,
} from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import type { ConnectedApp } from './connected-app';
import { connectedApps, disconnectApp } from './connected-apps.operations';
import type { ConnectedAppsService } from './connected-apps.service';
import { appDescriptions as text } from './descriptions';

const appSchema = component('ConnectedApp', 'An application into which a user has signed in.', () =>
  object({
    id: about(uuid, text.id),
    name: about(string, text.name),
    first_party: about(boolean, text.firstParty),
    scopes: { type: 'array', description: text.scopes, items: about(string, 'A scope.') },
    connected_ts: timestamp(text.connectedTs),
    last_used_ts: nullable(timestamp(text.lastUsedTs)),
  }),
);

const appsEnvelope = successSchema(
  'ConnectedAppsEnvelope',
  'The applications of the user.',
  about(
    object({ apps: { type: 'array', description: 'The applications, the last used first.', items: appSchema } }),
    'The applications.',
  ),
);

export function connectedAppRoutes(apps: ConnectedAppsService): RestRoute[] {
  return [
    routeOf(connectedApps, {
      openapi: () => ({
        tag: 'Sessions',
        summary: 'List the applications of the user',
        success: { description: 'The applications.', schema: appsEnvelope, example: appsBody([exampleApp]) },
      }),
      handlers: [async (req, res) => sendJson(res, appsBody(await apps.list(contextOf(req, res))))],
    }),
    routeOf(disconnectApp, {
      openapi: () => ({
        tag: 'Sessions',
        summary: 'Disconnect an application',
        success: { description: 'It is disconnected.', schema: emptySuccessSchema, example: disconnected },
        errors: { NOT_FOUND: notFound('ownApp') },
      }),
      handlers: [
        async (req, res) => {
          await apps.disconnect(inputOf(disconnectApp, req), contextOf(req, res));
          sendJson(res, disconnected);
        },
      ],
    }),
  ];
}

const toAppRecord = ({ id, name, firstParty, scopes, connectedTs, lastUsedTs }: ConnectedApp) => ({
  id,
  name,
  first_party: firstParty,
  scopes,
  connected_ts: toTimestamp(connectedTs),
  last_used_ts: lastUsedTs && toTimestamp(lastUsedTs),
});

const appsBody = (apps: readonly ConnectedApp[]) =>
  successEnvelope(connectedApps.message, { apps: apps.map(toAppRecord) });
const disconnected = successEnvelope(disconnectApp.message, {});

const exampleApp: ConnectedApp = {
  id: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de',
  name: 'Grafana',
  firstParty: false,
  scopes: ['email', 'openid', 'profile'],
  connectedTs: exampleTs,
  lastUsedTs: exampleTs,
};
