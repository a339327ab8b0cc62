import { SecretRotation } from '../features/admin-installation/secret-rotation';
import type { Secrets } from '../platform/encryption/encryption';
import { createEncryptions } from './base';
import type { Stores } from './stores';

export function createSecretRotation(stores: Stores, secrets: Secrets): SecretRotation {
  return new SecretRotation(stores, createEncryptions(secrets), stores.clock);
}
