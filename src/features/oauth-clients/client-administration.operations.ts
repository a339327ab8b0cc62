import {
  clientIdInput,
  createClientInput,
  rotateClientSecretInput,
  updateClientInput,
} from '../../accounts/applications/oauth-clients.inputs';
import { operationsTagged } from '../../platform/operations/define-operation';
import {
  clientAnswer,
  clientsAnswer,
  createdAnswer,
  deletedAnswer,
  rotatedAnswer,
} from './client-administration.answers';

const defineOperation = operationsTagged('Operation');

export const noSuchClient = 'There is no client with this id.';

export const oauthClients = defineOperation({
  name: 'oauthClients',
  rest: ['GET /admin/clients'],
  summary: 'List the OAuth clients',
  does: 'Returns the OAuth clients, the newest first, without their secrets.',
  message: 'Clients returned.',
  caller: 'superAdmin',
  machine: 'read',
  answer: clientsAnswer,
});

export const oauthClient = defineOperation({
  name: 'oauthClient',
  rest: ['GET /admin/clients/{id}'],
  summary: 'Get an OAuth client',
  does: 'Returns an OAuth client, without its secret.',
  message: 'Client returned.',
  caller: 'superAdmin',
  machine: 'read',
  input: clientIdInput,
  answer: clientAnswer,
  errors: { NOT_FOUND: noSuchClient },
});

export const createOauthClient = defineOperation({
  name: 'createOauthClient',
  rest: ['POST /admin/clients'],
  summary: 'Create an OAuth client',
  does: 'Creates an OAuth client, and returns its secret once.',
  message: 'Client created.',
  caller: 'superAdmin',
  input: createClientInput,
  takes: 'The client to create.',
  hasLargeBody: true,
  status: 201,
  answer: createdAnswer,
});

export const updateOauthClient = defineOperation({
  name: 'updateOauthClient',
  rest: ['PATCH /admin/clients/{id}'],
  summary: 'Change an OAuth client',
  does: 'Changes the fields of an OAuth client that the request has. A change that takes rights from it ends its sessions within a second: an address, a scope or `firstParty` less, another audience, or `disabled`.',
  message: 'Client changed.',
  caller: 'superAdmin',
  input: updateClientInput,
  takes: 'The fields to change.',
  hasLargeBody: true,
  answer: clientAnswer,
  errors: { NOT_FOUND: noSuchClient },
});

export const rotateOauthClientSecret = defineOperation({
  name: 'rotateOauthClientSecret',
  rest: ['POST /admin/clients/{id}/secret'],
  summary: 'Replace the secret of an OAuth client',
  does: 'Replaces the secret of an OAuth client, and returns the new one once.',
  message: 'Secret replaced.',
  caller: 'superAdmin',
  input: rotateClientSecretInput,
  takes: 'Whether the previous secret is rejected immediately.',
  bodyIsOptional: true,
  answer: rotatedAnswer,
  errors: { NOT_FOUND: noSuchClient, CONFLICT: 'The client is public, or was changed at the same time.' },
  errorMessages: { CONFLICT: 'A public client has no secret.' },
});

export const deleteOauthClient = defineOperation({
  name: 'deleteOauthClient',
  rest: ['DELETE /admin/clients/{id}'],
  summary: 'Delete an OAuth client',
  does: 'Deletes an OAuth client, and ends its sessions within a second.',
  message: 'Client deleted.',
  caller: 'superAdmin',
  input: clientIdInput,
  answer: deletedAnswer,
  errors: { NOT_FOUND: noSuchClient },
});
