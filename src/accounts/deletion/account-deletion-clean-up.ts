import type { CleanUpStep } from '../../platform/jobs/clean-up-step';
import type { AccountEraser } from './account-eraser';

export function accountDeletionCleanUp(eraser: AccountEraser): CleanUpStep[] {
  return [{ name: 'deleted_accounts', run: (now, signal) => eraser.eraseDue(now, signal) }];
}
