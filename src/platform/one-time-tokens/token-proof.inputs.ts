import { z } from 'zod';
import { email } from '../request/email-address.inputs';
import { optionalTextWith, typedText } from '../request/input-parser';
import { typedCode } from '../request/typed-code';
import type { TokenProof } from './one-time-token';

export const sixDigits = (of: 'e-mail' | 'message') =>
  z
    .string()
    .transform((text) => (text.length <= 32 ? typedCode(text) : text))
    .refine((text) => /^\d{6}$/.test(text), `must be the 6 digits of the ${of}`);

/** The code of a mail. */
export const mailedCode = sixDigits('e-mail');

export const exampleOneTimeToken = 'nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE';

/**
 * The fields with which a client proves a one-time token: the token of the link, or address and code. `proofOf` reads them
 * after `checkProof`.
 */
export const proofFields = {
  token: typedText.nullish().meta({
    description:
      'The token in the link of the e-mail: 64 characters. The client sends either the token, or `email` and `code`.',
    example: exampleOneTimeToken,
  }),
  email: optionalTextWith(email).meta({
    description: 'The e-mail address to which Gatehouse sent the code.',
    example: 'ada@example.com',
  }),
  code: optionalTextWith(mailedCode).meta({
    description: 'The code of the e-mail: 6 digits. White space and hyphens between the digits make no difference.',
    example: '402913',
  }),
};

type ProofFields = z.output<z.ZodObject<typeof proofFields>>;

/** Reports a proof that is missing or ambiguous, as a check of an object with `proofFields`. */
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
