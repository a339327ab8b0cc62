import { tables } from './features';
import type { Platform } from './shared';
import type { Passwords } from './passwords';
import { exportLimits, OwnDataService } from '../features/own-data/own-data.service';

export const ownDataModule = (platform: Platform, needs: Passwords) => ({
  ownData: new OwnDataService({ ...platform, ...needs, tables, limits: exportLimits }),
});
