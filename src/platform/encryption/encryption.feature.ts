import type { Feature } from '../../feature';
import { DerivationKeyStore } from './derivation-key.store';
import { encryptionSettings } from './encryption.settings';

export const encryptionFeature = {
  settings: [encryptionSettings],
  stores: { derivationKeys: DerivationKeyStore },
} satisfies Feature;
