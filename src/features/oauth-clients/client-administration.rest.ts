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
  answerRoute(oauthClients, (_, context) => clients.oauthClients(context)),
  answerRoute(createOauthClient, (input, context) => clients.createOauthClient(input, context)),
  answerRoute(oauthClient, (input, context) => clients.oauthClient(input, context)),
  answerRoute(updateOauthClient, (input, context) => clients.updateOauthClient(input, context)),
  answerRoute(rotateOauthClientSecret, (input, context) => clients.rotateOauthClientSecret(input, context)),
  answerRoute(deleteOauthClient, (input, context) => clients.deleteOauthClient(input, context)),
];
