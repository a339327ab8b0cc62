import type { Feature } from '../../feature';
import * as ownData from './own-data.operations';
import { OwnDataStore } from './own-data.store';

export const ownDataFeature = {
  operations: [ownData],
  stores: { ownData: OwnDataStore },
} satisfies Feature;
