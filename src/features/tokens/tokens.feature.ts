import type { Feature } from '../../feature';
import { SigningKeyStore } from './signing-key.store';
import { tokensSettings } from './tokens.settings';

export const tokensFeature = {
  settings: [tokensSettings],
  stores: { signingKeys: SigningKeyStore },
} satisfies Feature;
