import { exportLimits, OwnDataService } from '../features/own-data/own-data.service';
import { tables } from './features';
import type { Passwords } from './passwords';
import type { Platform } from './shared';

export const ownDataModule = (platform: Platform, needs: Passwords) => ({
  ownData: new OwnDataService({ ...platform, ...needs, tables, limits: exportLimits }),
});
