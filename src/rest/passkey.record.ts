import type { ListedPasskey } from '../features/mfa/passkey-factor';
import { passkeyDescriptions as text } from '../features/passkeys/descriptions';
import { toBase64url } from '../features/passkeys/passkey';
import { about, boolean, component, nullable, object, string, timestamp, uuid } from './json-schema';
import { toTimestamp } from './user.record';

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
