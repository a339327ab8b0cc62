import type { Feature } from '../../feature';
import { AccountStore } from './account.store';

export const importsFeature = {
  stores: { accounts: AccountStore },
} satisfies Feature;
