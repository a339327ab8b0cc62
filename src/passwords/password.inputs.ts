import { z } from 'zod';
import { codePoints, hasAtMost, loneSurrogate } from '../request/input-parser';

/** The specification asks for more than 8 characters. */
export const shortestPassword = 9;
const longestPassword = 256;
const passwordTooLong = `must have at most ${longestPassword} characters`;
const passwordTooShort = `must have more than ${shortestPassword - 1} characters`;
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
  .refine((text) => hasAtMost(longestComposition * longestPassword, text), { error: passwordTooLong, abort: true })
  .refine((text) => hasAtMost(longestPassword, text.normalize('NFC')), passwordTooLong)
  .meta({ format: 'password', maxLength: longestPassword });

/** The password of a login, as typed. The specification asks for more than 8 characters here, too. */
export const loginPassword = currentPassword
  .refine((text) => codePoints(text.normalize('NFC')) >= shortestPassword, passwordTooShort)
  .meta({ format: 'password', minLength: shortestPassword, maxLength: longestPassword });

/** Returns the NFC form of a new password, which is hashed. Passwords are never trimmed, case-folded or truncated. */
export const password = currentPassword
  .transform((text) => text.normalize('NFC'))
  .refine((text) => codePoints(text) >= shortestPassword, passwordTooShort)
  // JSON Schema counts code points too, but before NFC.
  .meta({ format: 'password', minLength: shortestPassword, maxLength: longestPassword });
