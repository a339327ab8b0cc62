import type { Feature } from '../feature';
import { challengeMetrics } from './challenges.metrics';
import { challengeReasons } from './challenges.reasons';
import { challengesSettings } from './challenges.settings';

export const challengesFeature = {
  settings: [challengesSettings],
  metrics: [challengeMetrics],
  reasons: [challengeReasons],
} satisfies Feature;
