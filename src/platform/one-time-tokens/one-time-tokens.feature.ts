import type { Feature } from '../feature';
import { OneTimeTokenStore } from './one-time-token.store';
import { oneTimeTokenCleanUp } from './one-time-token-clean-up';
import { oneTimeTokenReasons } from './one-time-tokens.reasons';
import { oneTimeTokensSettings } from './one-time-tokens.settings';
import { oneTimeTokensTables } from './one-time-tokens.tables';
import { SpentChallengeStore } from './spent-challenge.store';
import { spentChallengeCleanUp } from './spent-challenge-clean-up';

export const oneTimeTokensFeature = {
  settings: [oneTimeTokensSettings],
  stores: { oneTimeTokens: OneTimeTokenStore, spentChallenges: SpentChallengeStore },
  cleanUp: [...oneTimeTokenCleanUp, ...spentChallengeCleanUp],
  tables: oneTimeTokensTables,
  reasons: [oneTimeTokenReasons],
} satisfies Feature;
