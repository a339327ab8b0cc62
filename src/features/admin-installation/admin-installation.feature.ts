import type { Feature } from '../../feature';
import { not } from '../../platform/db/exported-table';
import * as adminInstallation from './admin-installation.operations';
import { FigureStore } from './figure.store';
import { figuresCleanUp } from './figures-clean-up';

export const adminInstallationFeature = {
  operations: [adminInstallation],
  stores: { figures: FigureStore },
  cleanUp: figuresCleanUp,
  tables: {
    figure_counts: not('counts, which name nobody'),
  },
} satisfies Feature;
