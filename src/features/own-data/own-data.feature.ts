import type { Feature } from '../../platform/feature';
import * as ownData from './own-data.operations';
import { OwnDataStore } from './own-data.store';

export const ownDataFeature = {
  operations: [ownData],
  stores: { ownData: OwnDataStore },
} satisfies Feature;
