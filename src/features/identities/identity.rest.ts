import { exampleTs } from '../../platform/operations/answer';
import {
  about,
  component,
  nullable,
  object,
  string,
  timestamp,
  toTimestamp,
  uuid,
} from '../../platform/rest/json-schema';
import type { Identity } from '../users/identity';
import { exampleUser } from '../users/user.answers';
import { identityDescriptions as text } from './descriptions';

export const toIdentityRecord = ({ id, provider, email, createdTs, lastUsedTs }: Identity) => ({
  id,
  provider,
  email,
  created_ts: toTimestamp(createdTs),
  last_used_ts: lastUsedTs && toTimestamp(lastUsedTs),
});

export const identitySchema = component('Identity', 'An account at a provider with which a user can sign in.', () =>
  object({
    id: about(uuid, text.id),
    provider: about(string, text.provider),
    email: nullable(about(string, text.email)),
    created_ts: timestamp(text.createdTs),
    last_used_ts: nullable(timestamp(text.lastUsedTs)),
  }),
);

export const exampleIdentity: Identity = {
  id: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
  userId: exampleUser.id,
  provider: 'google',
  issuer: 'https://accounts.google.com',
  subject: '110248495921238986420',
  email: exampleUser.email,
  createdTs: exampleTs,
  lastUsedTs: null,
};
