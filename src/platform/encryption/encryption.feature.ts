import { ofInstallation } from '../db/feature-table';
import type { Feature } from '../feature';
import { DerivationKeyStore } from './derivation-key.store';
import { encryptionSettings } from './encryption.settings';

export const encryptionFeature = {
  settings: [encryptionSettings],
  stores: { derivationKeys: DerivationKeyStore },
  tables: {
    derivation_keys: ofInstallation,
  },
} satisfies Feature;
