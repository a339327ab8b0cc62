import type { Feature } from '../../platform/feature';
import { AccountStore } from './account.store';
import { importActions } from './imports.audit';
import * as imports from './imports.operations';

export const importsFeature = {
  operations: [imports],
  actions: [importActions],
  stores: { accounts: AccountStore },
} satisfies Feature;
