import type { Metric } from '../observability/metric';
import type { Challenges } from './challenges';

/** Null with CHALLENGE=off. */
type Source = { botChallenges: Pick<Challenges, 'counts'> | null };

export const challengeMetrics = ({ botChallenges }: Source): Metric[] => [
  {
    name: 'gatehouse_challenges_total',
    help: 'Challenges: `asked`, `answered`, `wrong`, or `away` (no answer of the site).',
    type: 'counter',
    labels: ['operation', 'result'],
    read: () => [...(botChallenges?.counts.values() ?? [])],
  },
];
