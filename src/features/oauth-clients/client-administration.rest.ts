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

export const clientAdministrationRoutes = (clients: ClientAdministrationService): RestRoute[] => [
  answerRoute(oauthClients, (_, context) => clients.list(context)),
  answerRoute(createOauthClient, (input, context) => clients.create(input, context)),
  answerRoute(oauthClient, (input, context) => clients.get(input, context)),
  answerRoute(updateOauthClient, (input, context) => clients.update(input, context)),
  answerRoute(rotateOauthClientSecret, (input, context) => clients.rotateSecret(input, context)),
  answerRoute(deleteOauthClient, (input, context) => clients.delete(input, context)),
];
