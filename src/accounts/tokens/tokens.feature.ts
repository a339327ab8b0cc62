import { ofInstallation } from '../../platform/db/feature-table';
import type { Feature } from '../../platform/feature';
import { SigningKeyStore } from './signing-key.store';
import { keyActions } from './tokens.audit';
import { tokenReasons } from './tokens.reasons';
import { tokensSettings } from './tokens.settings';

export const tokensFeature = {
  settings: [tokensSettings],
  actions: [keyActions],
  stores: { signingKeys: SigningKeyStore },
  tables: {
    signing_keys: ofInstallation,
  },
  reasons: [tokenReasons],
} satisfies Feature;
