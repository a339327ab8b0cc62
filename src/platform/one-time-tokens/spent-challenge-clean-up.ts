import { dayMs, expired } from '../jobs/clean-up-step';

/** An expired challenge is rejected without its row. The clock of another instance can be behind by less than a day. */
export const spentChallengeCleanUp = [expired('spent_challenges', { key: 'hash', keptMs: dayMs })];
