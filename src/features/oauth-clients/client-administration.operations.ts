import {
  clientIdInput,
  createClientInput,
  rotateClientSecretInput,
  updateClientInput,
} from '../../accounts/applications/oauth-clients.inputs';
import { defineOperation } from '../../platform/operations/define-operation';
import {
  clientAnswer,
  clientsAnswer,
  createdAnswer,
  deletedAnswer,
  rotatedAnswer,
} from './client-administration.answers';

const noSuchClient = 'There is no client with this id.';

export const oauthClients = defineOperation({
  name: 'oauthClients',
  rest: ['GET /admin/clients'],
  does: 'Returns the OAuth clients, the newest first, without their secrets.',
  message: 'Clients returned.',
  caller: 'superAdmin',
  answer: clientsAnswer,
});

export const oauthClient = defineOperation({
  name: 'oauthClient',
  rest: ['GET /admin/clients/{id}'],
  does: 'Returns an OAuth client, without its secret.',
  message: 'Client returned.',
  caller: 'superAdmin',
  input: clientIdInput,
  answer: clientAnswer,
  errors: { NOT_FOUND: noSuchClient },
});

export const createOauthClient = defineOperation({
  name: 'createOauthClient',
  rest: ['POST /admin/clients'],
  does: 'Creates an OAuth client, and returns its secret once.',
  message: 'Client created.',
  caller: 'superAdmin',
  input: createClientInput,
  answer: createdAnswer,
});

export const updateOauthClient = defineOperation({
  name: 'updateOauthClient',
  rest: ['PATCH /admin/clients/{id}'],
  does: 'Changes the fields of an OAuth client that the request has. A change that takes rights from it ends its sessions within a second: an address, a scope or `firstParty` less, another audience, or `disabled`.',
  message: 'Client changed.',
  caller: 'superAdmin',
  input: updateClientInput,
  answer: clientAnswer,
  errors: { NOT_FOUND: noSuchClient },
});

export const rotateOauthClientSecret = defineOperation({
  name: 'rotateOauthClientSecret',
  rest: ['POST /admin/clients/{id}/secret'],
  does: 'Replaces the secret of an OAuth client, and returns the new one once.',
  message: 'Secret replaced.',
  caller: 'superAdmin',
  input: rotateClientSecretInput,
  answer: rotatedAnswer,
  errors: { NOT_FOUND: noSuchClient, CONFLICT: 'The client is public, or was changed at the same time.' },
});

export const deleteOauthClient = defineOperation({
  name: 'deleteOauthClient',
  rest: ['DELETE /admin/clients/{id}'],
  does: 'Deletes an OAuth client, and ends its sessions within a second.',
  message: 'Client deleted.',
  caller: 'superAdmin',
  input: clientIdInput,
  answer: deletedAnswer,
  errors: { NOT_FOUND: noSuchClient },
});
