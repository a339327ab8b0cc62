import { z } from 'zod';
import { codePoints, hasAtMost, loneSurrogate, optionalTextWith } from '../../platform/request/input-parser';

/** The specification asks for more than 8 characters. */
export const shortestPassword = 9;
const longestPassword = 256;
const tooLong = { error: `must have at most ${longestPassword} characters`, params: { rule: 'too_long' } };
const tooShort = { error: `must have more than ${shortestPassword - 1} characters`, params: { rule: 'too_short' } };
export const passwordLength =
  'More than 8 and at most 256 characters: Unicode code points, counted after NFC normalization.';
/** NFC combines at most this number of code points into one (test/passwords/password.inputs.test.ts checks it). */
const longestComposition = 4;

/**
 * A password that exists already, as typed: an imported hash can be of another form than NFC. It was accepted once, perhaps
 * by another service, so today's minimum does not apply. NFC sorts combining marks in quadratic time, so a text that is too
 * long in any form is rejected before.
 */
export const currentPassword = z
  .string()
  .refine((text) => !loneSurrogate.test(text), { error: 'must be valid Unicode text', abort: true })
  .refine((text) => hasAtMost(longestComposition * longestPassword, text), { ...tooLong, abort: true })
  .refine((text) => hasAtMost(longestPassword, text.normalize('NFC')), tooLong)
  .meta({ format: 'password', maxLength: longestPassword });

/** The password of a login, as typed. The specification asks for more than 8 characters here, too. */
export const loginPassword = currentPassword
  .refine((text) => codePoints(text.normalize('NFC')) >= shortestPassword, tooShort)
  .meta({ format: 'password', minLength: shortestPassword, maxLength: longestPassword });

/** Returns the NFC form of a new password, which is hashed. Passwords are never trimmed, case-folded or truncated. */
export const password = currentPassword
  .transform((text) => text.normalize('NFC'))
  .refine((text) => codePoints(text) >= shortestPassword, tooShort)
  // JSON Schema counts code points too, but before NFC.
  .meta({ format: 'password', minLength: shortestPassword, maxLength: longestPassword });

const optionalPassword = optionalTextWith(currentPassword).transform((text) => text ?? null);

/** The field of an operation that a recent second factor allows as well. */
export const passwordOrFactor = optionalPassword.meta({
  description:
    'The current password of the account. A user who has used a second factor in the last 5 minutes, or has no password, can leave it out.',
  example: 'correct horse battery',
});

/** The same for an operation that adds a second factor. */
export const passwordOrEarlierFactor = optionalPassword.meta({
  description:
    'The current password of the account. A user who has used a second factor in the last 5 minutes, or has no password, can leave it out.',
  example: 'correct horse battery',
});
