import { AppError, notFound } from '../../platform/errors/app-error';
import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody, optionalJsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, object } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import {
  createOauthClient,
  deleteOauthClient,
  oauthClient,
  oauthClients,
  rotateOauthClientSecret,
  updateOauthClient,
} from './client-administration.operations';
import type { ClientAdministrationService } from './client-administration.service';
import { deletedClientTexts } from './descriptions';
import type { OAuthClient } from './oauth-client';
import {
  clientSchema,
  exampleClient,
  exampleIssuedSecret,
  issuedSecretSchema,
  toClientRecord,
  toIssuedSecretRecord,
} from './oauth-client.rest';
import type { IssuedSecret } from './oauth-clients.service';

/** Enough for many redirect URIs. */
const body = jsonBody(bodyBytes.admin);
const optionalBody = optionalJsonBody(bodyBytes.rest);

const clientsEnvelope = successSchema(
  'OauthClientsEnvelope',
  'The clients.',
  about(
    object({ clients: { type: 'array', description: 'The clients, the newest first.', items: clientSchema } }),
    'The clients.',
  ),
);
const clientEnvelope = successSchema('OauthClientEnvelope', 'A client.', clientSchema);
const secretEnvelope = successSchema('OauthClientSecretEnvelope', 'A client and its secret.', issuedSecretSchema);
const deletedEnvelope = successSchema(
  'DeletedOauthClientEnvelope',
  'What was ended.',
  about(object({ sessions_ended: about({ type: 'integer' }, deletedClientTexts.sessionsEnded) }), 'What was ended.'),
);

const errors = { NOT_FOUND: notFound('client') };

export function clientAdministrationRoutes(clients: ClientAdministrationService): RestRoute[] {
  return [
    routeOf(oauthClients, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'List the OAuth clients',
        success: { description: 'The clients.', schema: clientsEnvelope, example: clientsBody([exampleClient]) },
      }),
      handlers: [async (req, res) => sendJson(res, clientsBody(await clients.list(contextOf(req, res))))],
    }),
    routeOf(createOauthClient, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'Create an OAuth client',
        body: { description: 'The client to create.' },
        success: {
          status: 201,
          description: 'The client was created.',
          schema: secretEnvelope,
          example: secretBody(createOauthClient.message, exampleIssuedSecret),
        },
      }),
      handlers: [
        body,
        async (req, res) => {
          const issued = await clients.create(inputOf(createOauthClient, req), contextOf(req, res));
          sendJson(res.status(201), secretBody(createOauthClient.message, issued));
        },
      ],
    }),
    routeOf(oauthClient, {
      openapi: () => ({ ...returnsClient('Get an OAuth client', oauthClient.message), errors }),
      handlers: [
        async (req, res) => {
          const client = await clients.get(inputOf(oauthClient, req), contextOf(req, res));
          sendJson(res, clientBody(oauthClient.message, client));
        },
      ],
    }),
    routeOf(updateOauthClient, {
      openapi: () => ({
        ...returnsClient('Change an OAuth client', updateOauthClient.message),
        body: { description: 'The fields to change.' },
        errors,
      }),
      handlers: [
        body,
        async (req, res) => {
          const client = await clients.update(inputOf(updateOauthClient, req), contextOf(req, res));
          sendJson(res, clientBody(updateOauthClient.message, client));
        },
      ],
    }),
    routeOf(rotateOauthClientSecret, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'Replace the secret of an OAuth client',
        body: { description: 'Whether the previous secret is rejected immediately.', isOptional: true },
        success: {
          description: 'The secret was replaced.',
          schema: secretEnvelope,
          example: secretBody(rotateOauthClientSecret.message, exampleIssuedSecret),
        },
        errors: { ...errors, CONFLICT: new AppError('CONFLICT', { msg: 'A public client has no secret.' }) },
      }),
      handlers: [
        optionalBody,
        async (req, res) => {
          const issued = await clients.rotateSecret(inputOf(rotateOauthClientSecret, req), contextOf(req, res));
          sendJson(res, secretBody(rotateOauthClientSecret.message, issued));
        },
      ],
    }),
    routeOf(deleteOauthClient, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'Delete an OAuth client',
        success: { description: 'The client was deleted.', schema: deletedEnvelope, example: deletedBody(12) },
        errors,
      }),
      handlers: [
        async (req, res) => {
          const { sessionsEnded } = await clients.delete(inputOf(deleteOauthClient, req), contextOf(req, res));
          sendJson(res, deletedBody(sessionsEnded));
        },
      ],
    }),
  ];
}

const returnsClient = (summary: string, message: string) => ({
  tag: 'Operation' as const,
  summary,
  success: { description: 'The client.', schema: clientEnvelope, example: clientBody(message, exampleClient) },
});

const clientsBody = (clients: readonly OAuthClient[]) =>
  successEnvelope(oauthClients.message, { clients: clients.map(toClientRecord) });
const clientBody = (message: string, client: OAuthClient) => successEnvelope(message, toClientRecord(client));
const secretBody = (message: string, issued: IssuedSecret) => successEnvelope(message, toIssuedSecretRecord(issued));
const deletedBody = (sessionsEnded: number) =>
  successEnvelope(deleteOauthClient.message, { sessions_ended: sessionsEnded });
