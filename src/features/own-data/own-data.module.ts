import { tables } from '../../features';
import type { Platform } from '../../wiring/platform';
import type { Passwords } from '../passwords/passwords.module';
import { exportLimits, OwnDataService } from './own-data.service';

export const ownDataModule = (platform: Platform, needs: Passwords) => ({
  ownData: new OwnDataService({ ...platform, ...needs, tables, limits: exportLimits }),
});
