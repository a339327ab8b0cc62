import type { Derive } from '../encryption/derivation-key';
import { createEncryption, type Encrypted } from '../encryption/encryption';

/** Encrypts the secrets of endpoints. A secret belongs to one endpoint: no other row can use it. */
export interface WebhookSecretEncryption {
  encrypt(secret: Uint8Array, endpointId: string): Encrypted;
  /** @throws Error if the row was changed */
  decrypt(encrypted: Uint8Array, endpointId: string): Buffer;
}

/** The key is derived, so that a rotation of GATEHOUSE_SECRET re-encrypts no secrets. */
export function createWebhookSecretEncryption(derive: Derive): WebhookSecretEncryption {
  const encryption = () => createEncryption({ current: derive('webhook secrets'), previous: null }, 'webhook secrets');
  return {
    encrypt: (secret, endpointId) => encryption().encrypt(secret, endpointId),
    decrypt(encrypted, endpointId) {
      const secret = encryption().decrypt(encrypted, endpointId);
      if (!secret) throw new Error('the stored secret of a webhook endpoint cannot be decrypted');
      return secret;
    },
  };
}
