import { z } from 'zod';
import { hasAtMost, line } from '../request/input-parser';
import { parseEmailAddress } from './email-address';

/** A text of white space and invisible characters only. */
const blank = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u;

export const email = z.string().transform((text, ctx) => {
  const address = parseEmailAddress(text);
  if (address) return address;
  ctx.addIssue({
    code: 'custom',
    message: 'must be one e-mail address, such as ada@example.com, with at most 254 characters',
  });
  return z.NEVER;
});

export const personName = line
  .refine((text) => !blank.test(text), { error: 'must not be blank', abort: true })
  .refine((text) => hasAtMost(100, text), 'must have at most 100 characters');

export const tel = line.refine((text) => hasAtMost(32, text), 'must have at most 32 characters').nullable();
