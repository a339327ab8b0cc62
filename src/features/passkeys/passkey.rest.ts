import { exampleTs } from '../../platform/operations/answer';
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
import { passkeyAssertionExample } from '../mfa/passkey.inputs';
import type { ListedPasskey } from '../mfa/passkey-factor';
import { passkeyDescriptions as text } from './descriptions';
import { toBase64url } from './passkey';

export function toPasskeyRecord(passkey: ListedPasskey) {
  return {
    id: passkey.id,
    credential_id: toBase64url(passkey.credentialId),
    name: passkey.name,
    backed_up: passkey.backedUp,
    created_ts: toTimestamp(passkey.createdTs),
    last_used_ts: passkey.lastUsedTs && toTimestamp(passkey.lastUsedTs),
  };
}

export const passkeySchema = component('Passkey', 'A passkey of a user (WebAuthn).', () =>
  object({
    id: about(uuid, text.id),
    credential_id: about(string, text.credentialId),
    name: about(string, text.name),
    backed_up: about(boolean, text.backedUp),
    created_ts: timestamp(text.createdTs),
    last_used_ts: nullable(timestamp(text.lastUsedTs)),
  }),
);

export const examplePasskey: ListedPasskey = {
  id: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
  credentialId: Uint8Array.from(Buffer.from(passkeyAssertionExample.id, 'base64url')),
  name: 'My phone',
  backedUp: true,
  createdTs: exampleTs,
  lastUsedTs: null,
};
