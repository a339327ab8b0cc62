import { z } from 'zod';
import { reasons } from '../errors/app-error';
import { email } from '../users/user.inputs';
import type { TokenProof } from './one-time-token';

const optionalText = z.string(reasons.notAString).nullish();

/** The types of the fields with which a client proves a one-time token: the token of the link, or address and code. */
export const proofTypes = { token: optionalText, email: optionalText, code: optionalText };

/** What a person may copy with a code: white space around it and within. */
const blanks = /\s/g;

const code = z
  .string()
  .transform((text) => (text.length <= 32 ? text.replace(blanks, '') : text))
  .refine((text) => /^\d{6}$/.test(text), 'must be the 6 digits of the e-mail');

/** The rules of these fields. `proofOf` reads the checked fields. */
export const proofRules = { token: z.string().nullish(), email: email.nullish(), code: code.nullish() };

type ProofFields = z.output<z.ZodObject<typeof proofRules>>;

/** Reports a proof that is missing or ambiguous, as a check of an object with `proofRules`. */
export function checkProof({ token, email, code }: ProofFields, ctx: z.RefinementCtx): void {
  const report = (field: 'token' | 'email' | 'code', message: string) =>
    ctx.addIssue({ code: 'custom', path: [field], message });
  const hasToken = isSent(token);
  if (hasToken && (isSent(email) || isSent(code))) report('token', 'must not be sent together with `email` or `code`');
  else if (!hasToken && !isSent(email) && !isSent(code))
    report('token', 'is required, unless `email` and `code` are sent');
  else if (!hasToken && !isSent(email)) report('email', 'is required with `code`');
  else if (!hasToken && !isSent(code)) report('code', 'is required with `email`');
}

const isSent = (value: unknown): boolean => value !== null && value !== undefined;

export function proofOf({ token, email, code }: ProofFields): TokenProof {
  if (typeof token === 'string') return { token };
  if (!email || typeof code !== 'string') throw new Error('checkProof was not called');
  return { address: email.canonical, code };
}
