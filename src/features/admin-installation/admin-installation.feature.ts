import type { Feature } from '../../feature';
import * as adminInstallation from './admin-installation.operations';

export const adminInstallationFeature = {
  operations: [adminInstallation],
} satisfies Feature;
