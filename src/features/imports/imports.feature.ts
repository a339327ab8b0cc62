import type { Feature } from '../../platform/feature';
import { AccountStore } from './account.store';
import * as imports from './imports.operations';

export const importsFeature = {
  operations: [imports],
  stores: { accounts: AccountStore },
} satisfies Feature;
