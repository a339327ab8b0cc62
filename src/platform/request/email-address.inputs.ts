import { z } from 'zod';
import { longestEmailAddress, parseEmailAddress } from './email-address';

/** The `meta` is for the JSON Schema of the field: zod's own lengths count UTF-16 code units. */
export const email = z
  .string()
  .transform((text, ctx) => {
    const address = parseEmailAddress(text);
    if (address) return address;
    ctx.addIssue({
      code: 'custom',
      message: `must be one e-mail address, such as ada@example.com, with at most ${longestEmailAddress} characters`,
    });
    return z.NEVER;
  })
  // An international address: its domain can have any letters.
  .meta({ format: 'idn-email', maxLength: longestEmailAddress });
