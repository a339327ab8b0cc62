import { randomInt } from 'node:crypto';
import type { UnusableAnswer } from '../../platform/runtime/unusable-answer';

/** How a request to the old service ended. `unusable` is null if it had an answer. */
export interface Outcome {
  ms: number;
  wasAccepted: boolean;
  unusable: UnusableAnswer | null;
}

const mostKept = 32;
/** Milliseconds, before the first request. */
const assumedMs = 100;

/** The last requests to the old service. An unknown address ends like one of them. */
export class RecentOutcomes {
  private readonly kept: Outcome[] = [];

  record(outcome: Outcome): void {
    this.kept.push(outcome);
    if (this.kept.length > mostKept) this.kept.shift();
  }

  /** Returns one of them at random. An unknown address is like a wrong password, which can take less than a right one. */
  pick(): Outcome {
    const rejected = this.kept.filter(({ wasAccepted }) => !wasAccepted);
    const candidates = rejected.length > 0 ? rejected : this.kept;
    const picked = candidates.length > 0 ? candidates[randomInt(candidates.length)] : undefined;
    return picked ?? { ms: assumedMs, wasAccepted: false, unusable: null };
  }
}
