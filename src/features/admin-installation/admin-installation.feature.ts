import type { Feature } from '../../platform/feature';
import { ActivityStore } from './activity.store';
import { installationActions } from './admin-installation.audit';
import * as adminInstallation from './admin-installation.operations';
import { installationEnds } from './admin-installation.reasons';
import { FigureStore } from './figure.store';
import { figuresCleanUp } from './figures-clean-up';

export const adminInstallationFeature = {
  operations: [adminInstallation],
  actions: [installationActions],
  stores: { activity: ActivityStore, figures: FigureStore },
  cleanUp: figuresCleanUp,
  tables: {
    figure_counts: { kind: 'installation', not: 'counts, which name nobody' },
  },
  ends: [installationEnds],
} satisfies Feature;
