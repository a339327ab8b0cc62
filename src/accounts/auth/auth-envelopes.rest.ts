import { successSchema } from '../../platform/rest/envelope';
import { about, object, timestamp } from '../../platform/rest/json-schema';
import { userSchema } from '../users/user.rest';
import { tokenDescriptions } from './descriptions';
import { tokensSchema } from './tokens.rest';

export const registerEnvelope = successSchema('RegisterEnvelope', 'The user.', userSchema);

const { jwt, ...others } = tokensSchema;
const gen_at = timestamp(tokenDescriptions.genAt);

export const loginEnvelope = successSchema(
  'LoginEnvelope',
  'The tokens of a new session, and its user.',
  about(object({ jwt, user: userSchema, ...others }, ['refresh_token', 'expires_in']), 'The tokens and the user.'),
  { gen_at },
);

export const refreshEnvelope = successSchema(
  'RefreshEnvelope',
  'The new tokens of a session.',
  about(object(tokensSchema, ['refresh_token']), 'The new tokens.'),
  { gen_at },
);
