import { z } from 'zod';
import { codePoints, hasAtMost, loneSurrogate } from '../request/input-parser';

const longestPassword = 256;
const passwordTooLong = `must have at most ${longestPassword} characters`;
/** NFC combines at most this number of code points into one (test/passwords/password.inputs.test.ts checks it). */
const longestComposition = 4;

/**
 * Returns the NFC form of a password, which is hashed. Passwords are never trimmed, case-folded or truncated. NFC sorts
 * combining marks in quadratic time, so a text that is too long in any form is rejected before.
 */
export const password = z
  .string()
  .refine((text) => !loneSurrogate.test(text), { error: 'must be valid Unicode text', abort: true })
  .refine((text) => hasAtMost(longestComposition * longestPassword, text), { error: passwordTooLong, abort: true })
  .transform((text) => text.normalize('NFC'))
  .refine((text) => codePoints(text) > 8, 'must have more than 8 characters')
  .refine((text) => hasAtMost(longestPassword, text), passwordTooLong);
