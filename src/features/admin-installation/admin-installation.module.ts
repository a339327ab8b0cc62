import type { Secrets } from '../../platform/encryption/encryption';
import { createEncryptions } from '../../wiring/core';
import type { Stores } from '../../wiring/stores';
import { SecretRotation } from './secret-rotation';

export function createSecretRotation(stores: Stores, secrets: Secrets): SecretRotation {
  return new SecretRotation(stores, createEncryptions(secrets), stores.clock);
}
