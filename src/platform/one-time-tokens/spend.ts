import type { OneTimeTokenStore } from './one-time-token.store';
import type { OneTimeTokens, ProvenToken } from './one-time-tokens';
import type { SpentChallengeStore } from './spent-challenge.store';

export interface SpendingStores {
  oneTimeTokens: OneTimeTokenStore;
  spentChallenges: SpentChallengeStore;
}

/** Uses up what a client has shown, in the transaction that goes on with it. @throws if it was used meanwhile */
export type Spend = (tx: SpendingStores) => Promise<void>;

/** What uses up a token that was proved. */
export const spendingToken =
  (oneTimeTokens: OneTimeTokens, proven: ProvenToken): Spend =>
  async (tx) =>
    void (await oneTimeTokens.consume(tx, proven));
