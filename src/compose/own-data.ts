import { exportLimits, OwnDataService } from '../features/own-data/own-data.service';
import { tables } from './features';
import type { Passwords } from './passwords';
import type { Shared } from './shared';

export const createOwnData = (shared: Shared, needs: Passwords) => ({
  ownData: new OwnDataService({ ...shared, ...needs, tables, limits: exportLimits }),
});
