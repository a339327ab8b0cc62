import { AppError } from '../../platform/errors/app-error';
import { bodyBytes } from '../../platform/http/http-limits';
import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import {
  createOauthClient,
  deleteOauthClient,
  oauthClient,
  oauthClients,
  rotateOauthClientSecret,
  updateOauthClient,
} from './client-administration.operations';
import type { ClientAdministrationService } from './client-administration.service';
import { noSuchClient } from './oauth-clients.service';

const tag = 'Operation';
const errors = { NOT_FOUND: noSuchClient() };
/** Enough for many redirect URIs. */
const maxBytes = bodyBytes.admin;

export const clientAdministrationRoutes = (clients: ClientAdministrationService): RestRoute[] => [
  answerRoute(oauthClients, { tag, summary: 'List the OAuth clients' }, (_, context) => clients.list(context)),
  answerRoute(
    createOauthClient,
    { tag, summary: 'Create an OAuth client', body: { description: 'The client to create.' }, maxBytes, status: 201 },
    (input, context) => clients.create(input, context),
  ),
  answerRoute(oauthClient, { tag, summary: 'Get an OAuth client', errors }, (input, context) =>
    clients.get(input, context),
  ),
  answerRoute(
    updateOauthClient,
    { tag, summary: 'Change an OAuth client', body: { description: 'The fields to change.' }, maxBytes, errors },
    (input, context) => clients.update(input, context),
  ),
  answerRoute(
    rotateOauthClientSecret,
    {
      tag,
      summary: 'Replace the secret of an OAuth client',
      body: { description: 'Whether the previous secret is rejected immediately.', isOptional: true },
      errors: { ...errors, CONFLICT: new AppError('CONFLICT', { msg: 'A public client has no secret.' }) },
    },
    (input, context) => clients.rotateSecret(input, context),
  ),
  answerRoute(deleteOauthClient, { tag, summary: 'Delete an OAuth client', errors }, (input, context) =>
    clients.delete(input, context),
  ),
];
