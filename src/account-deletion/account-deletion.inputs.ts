import { z } from 'zod';
import { reasons } from '../errors/app-error';
import { currentPassword } from '../passwords/password.inputs';
import { parserOf, typedString } from '../request/input-parser';

/** A user with a second factor can leave the current password out. */
export const deleteAccountInput = z
  .object({ currentPassword: z.string(reasons.notAString).nullish() })
  .pipe(z.object({ currentPassword: currentPassword.nullish() }))
  .transform(({ currentPassword = null }) => ({ currentPassword }));
export const cancelDeletionInput = z.object({ token: typedString });

export type DeleteAccountField = keyof z.input<typeof deleteAccountInput>;
export type CancelDeletionField = keyof z.input<typeof cancelDeletionInput>;

export const parseDeleteAccountInput = parserOf(deleteAccountInput);
export const parseCancelDeletionInput = parserOf(cancelDeletionInput);
