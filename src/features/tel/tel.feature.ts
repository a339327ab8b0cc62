import type { Feature } from '../../platform/feature';
import { telActions } from './tel.audit';
import { telEvents } from './tel.events';
import { telLimits } from './tel.limits';
import { telMails } from './tel.mails';
import { telMetrics } from './tel.metrics';
import * as tel from './tel.operations';
import { telPurposes } from './tel.purposes';
import { telReasons } from './tel.reasons';
import * as telAdministration from './tel-administration.operations';
import { telCleanUp } from './tel-clean-up';
import { TelCountStore } from './tel-count.store';

export const telFeature = {
  operations: [tel, telAdministration],
  actions: [telActions],
  events: [telEvents],
  limits: telLimits,
  mails: telMails,
  metrics: [telMetrics],
  purposes: telPurposes,
  reasons: [telReasons],
  stores: { telCounts: TelCountStore },
  cleanUp: telCleanUp,
  tables: { tel_counts: { kind: 'installation', not: 'counts, which name nobody' } },
} satisfies Feature;
