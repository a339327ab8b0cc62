import { z } from 'zod';
import { checkProof, proofOf, proofRules, proofTypes } from '../one-time-tokens/token-proof.inputs';
import { currentPassword, password } from '../passwords/password.inputs';
import { parserOf, typedString } from '../request/input-parser';
import { sessionsToEnd } from '../sessions/session.inputs';
import { email } from '../users/user.inputs';

export const requestPasswordResetInput = z.object({ email: typedString }).pipe(z.object({ email }));

export const resetPasswordInput = z
  .object({ ...proofTypes, password: typedString })
  .pipe(z.object({ ...proofRules, password }).superRefine(checkProof))
  .transform((input) => ({ proof: proofOf(input), password: input.password }));

export const changePasswordInput = z
  .object({ currentPassword: typedString, password: typedString, sessions: sessionsToEnd.default('others') })
  .pipe(z.object({ currentPassword, password, sessions: sessionsToEnd }));

export type RequestPasswordResetField = keyof z.input<typeof requestPasswordResetInput>;
export type ResetPasswordField = keyof z.input<typeof resetPasswordInput>;
export type ChangePasswordField = keyof z.input<typeof changePasswordInput>;

export const parseRequestPasswordResetInput = parserOf(requestPasswordResetInput);
export const parseResetPasswordInput = parserOf(resetPasswordInput);
export const parseChangePasswordInput = parserOf(changePasswordInput);
