import { z } from 'zod';
import { reasons } from '../errors/app-error';
import { checkProof, proofOf, proofRules, proofTypes } from '../one-time-tokens/token-proof.inputs';
import { password } from '../passwords/password.inputs';
import { parserOf, typedString } from '../request/input-parser';
import { email } from '../users/user.inputs';

export const sendEmailVerificationInput = z.object({ email: typedString }).pipe(z.object({ email }));

export const confirmEmailInput = z
  .object({ ...proofTypes, password: z.string(reasons.notAString).nullish() })
  .pipe(z.object({ ...proofRules, password: password.nullish() }).superRefine(checkProof))
  .transform((input) => ({ proof: proofOf(input), password: input.password ?? null }));

export const disownEmailInput = z.object({ token: typedString });

export type SendEmailVerificationField = keyof z.input<typeof sendEmailVerificationInput>;
export type ConfirmEmailField = keyof z.input<typeof confirmEmailInput>;

export const parseSendEmailVerificationInput = parserOf(sendEmailVerificationInput);
export const parseConfirmEmailInput = parserOf(confirmEmailInput);
export const parseDisownEmailInput = parserOf(disownEmailInput);
