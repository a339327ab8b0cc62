import type { OneTimeTokenStore } from './one-time-token.store';
import type { SpentChallengeStore } from './spent-challenge.store';

export interface SpendingStores {
  oneTimeTokens: OneTimeTokenStore;
  spentChallenges: SpentChallengeStore;
}

/** Uses up what a client has shown, in the transaction that goes on with it. @throws if it was used meanwhile */
export type Spend = (tx: SpendingStores) => Promise<void>;
