import type { Feature } from '../../feature';
import { OneTimeTokenStore } from './one-time-token.store';
import { oneTimeTokenCleanUp } from './one-time-token-clean-up';
import { oneTimeTokensSettings } from './one-time-tokens.settings';

export const oneTimeTokensFeature = {
  settings: [oneTimeTokensSettings],
  stores: { oneTimeTokens: OneTimeTokenStore },
  cleanUp: oneTimeTokenCleanUp,
} satisfies Feature;
