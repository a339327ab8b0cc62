import { ofInstallation } from '../../platform/db/feature-table';
import type { Feature } from '../../platform/feature';
import { SigningKeyStore } from './signing-key.store';
import { keyActions } from './tokens.audit';
import { tokensSettings } from './tokens.settings';

export const tokensFeature = {
  settings: [tokensSettings],
  actions: [keyActions],
  stores: { signingKeys: SigningKeyStore },
  tables: {
    signing_keys: ofInstallation,
  },
} satisfies Feature;
