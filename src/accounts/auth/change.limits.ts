import { operationLimits } from '../../platform/operations/operation.limits';
import type { LimitStrategy } from '../../platform/rate-limits/attempt';
import { limitError } from '../../platform/rate-limits/limit-counters';
import { KeyedQueue } from '../../platform/runtime/keyed-queue';

/**
 * The changes that signed-in users ask for. The requests of an account are counted one after the other, because concurrent
 * statements would wait for the row of its count, each with a connection.
 */
export class AccountChanges {
  private readonly queue = new KeyedQueue({ longestWaitMs: 1000, longestQueue: 30 }, () =>
    limitError(operationLimits.CHANGE_ACCOUNT.name, 1000),
  );

  of(userId: string): LimitStrategy {
    return {
      before: async (attempt) => {
        if (attempt.limitOf(operationLimits.CHANGE_ACCOUNT) === null) return;
        await this.queue.run(userId, () => attempt.count(operationLimits.CHANGE_ACCOUNT, userId));
      },
    };
  }
}
