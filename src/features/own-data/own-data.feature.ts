import type { Feature } from '../../platform/feature';
import { ownDataActions } from './own-data.audit';
import * as ownData from './own-data.operations';
import { OwnDataStore } from './own-data.store';

export const ownDataFeature = {
  operations: [ownData],
  actions: [ownDataActions],
  stores: { ownData: OwnDataStore },
} satisfies Feature;
