import { z } from 'zod';
import { reasons } from '../errors/app-error';
import { checkProof, proofOf, proofRules, proofTypes } from '../one-time-tokens/token-proof.inputs';
import { currentPassword } from '../passwords/password.inputs';
import { parserOf, typedString } from '../request/input-parser';
import { email } from '../users/user.inputs';

/** A user with a second factor can leave the current password out. */
export const changeEmailInput = z
  .object({ email: typedString, currentPassword: z.string(reasons.notAString).nullish() })
  .pipe(z.object({ email, currentPassword: currentPassword.nullish() }))
  .transform(({ email, currentPassword = null }) => ({ email, currentPassword }));

export const confirmEmailChangeInput = z
  .object(proofTypes)
  .pipe(z.object(proofRules).superRefine(checkProof))
  .transform(proofOf);

export const undoEmailChangeInput = z.object({ token: typedString });

export type ChangeEmailField = keyof z.input<typeof changeEmailInput>;
export type ConfirmEmailChangeField = keyof z.input<typeof confirmEmailChangeInput>;
export type UndoEmailChangeField = keyof z.input<typeof undoEmailChangeInput>;

export const parseChangeEmailInput = parserOf(changeEmailInput);
export const parseConfirmEmailChangeInput = parserOf(confirmEmailChangeInput);
export const parseUndoEmailChangeInput = parserOf(undoEmailChangeInput);
