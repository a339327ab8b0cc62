import { ofPasswords } from '../../accounts/auth/login.limits';
import { apiKeyLimits } from '../../accounts/keys/api-key.limits';
import { operationsTagged } from '../../platform/operations/define-operation';
import {
  disabledMeanwhile,
  noOrganization,
  noSuchOrganization,
  notProvenOwner,
  organizationIsDisabled,
  organizationsAreOff,
  unverified,
  wrongPassword,
} from '../../platform/operations/error-texts';
import { operationLimits } from '../../platform/operations/operation.limits';
import { apiKeysAnswer, createApiKeyAnswer, deleteApiKeyAnswer, exchangeApiKeyAnswer } from './api-keys.answers';
import { createApiKeyInput, deleteApiKeyInput, exchangeApiKeyInput } from './api-keys.inputs';

const defineOperation = operationsTagged('Accounts');

const keysOff = 'API keys are switched off (`API_KEYS=off`).';

export const noSuchKey = 'You have no API key with this id.';

export const apiKeys = defineOperation({
  name: 'apiKeys',
  rest: ['GET /auth/keys'],
  summary: 'List the API keys of the user',
  does: 'Returns the API keys of the user, without the keys themselves, the newest first. The caller must be signed in.',
  message: 'API keys returned.',
  caller: 'user',
  errors: { FORBIDDEN: keysOff },
  answer: apiKeysAnswer,
});

export const createApiKey = defineOperation({
  name: 'createApiKey',
  rest: ['POST /auth/keys'],
  summary: 'Create an API key',
  does: 'Creates an API key, with which a program acts as the user, and returns it once. An account can have 20. The caller must be signed in, and sends the current password, or has used a second factor in the last 5 minutes. The user gets an e-mail.',
  message: 'API key created.',
  caller: 'user',
  input: createApiKeyInput,
  takes: 'The name of the key and what it opens, and the current password of the user.',
  limits: [...ofPasswords, operationLimits.CHANGE_ACCOUNT],
  errors: {
    INVALID_CREDENTIALS: wrongPassword,
    STEP_UP_REQUIRED: notProvenOwner,
    ACCOUNT_DISABLED: disabledMeanwhile,
    FORBIDDEN: `${keysOff} Or, with \`organizationId\`: ${organizationsAreOff} Or: ${organizationIsDisabled}`,
    NOT_FOUND: noOrganization,
    EMAIL_NOT_VERIFIED: unverified,
    CONFLICT: 'The account has 20 API keys.',
  },
  errorMessages: { NOT_FOUND: noSuchOrganization },
  addsWayIn: true,
  hashesPassword: true,
  takesSecret: true,
  answer: createApiKeyAnswer,
});

export const deleteApiKey = defineOperation({
  name: 'deleteApiKey',
  rest: ['DELETE /auth/keys/{id}'],
  summary: 'Delete an API key',
  does: 'Deletes an API key of the user: it opens nothing from now on, and the access tokens for which it was exchanged are rejected. The caller must be signed in.',
  message: 'API key deleted.',
  caller: 'user',
  input: deleteApiKeyInput,
  errors: { FORBIDDEN: keysOff, NOT_FOUND: 'The user has no live API key with this id.' },
  errorMessages: { NOT_FOUND: noSuchKey },
  answer: deleteApiKeyAnswer,
});

export const exchangeApiKey = defineOperation({
  name: 'exchangeApiKey',
  rest: ['POST /auth/keys/token'],
  summary: 'Exchange an API key for an access token',
  does: 'Returns an access token for an API key, for services that verify access tokens themselves. It has no session and no refresh token, and at Gatehouse opens what the key opens. Anyone can call this operation, without an access token.',
  message: 'Access token issued.',
  caller: 'anyone',
  input: exchangeApiKeyInput,
  takes: 'The API key.',
  limits: [apiKeyLimits.KEY_NETWORK],
  errors: {
    UNAUTHENTICATED:
      'The key is wrong, was deleted or has expired, or its account or its organization is disabled. All cases get the same answer.',
    FORBIDDEN: keysOff,
  },
  errorMessages: { UNAUTHENTICATED: 'The API key is not valid.' },
  takesSecret: true,
  answer: exchangeApiKeyAnswer,
});
