import { z } from 'zod';
import { parseEmailAddress } from '../../platform/request/email-address';
import { typedText } from '../../platform/request/input-parser';
import { isUuid } from '../../platform/runtime/uuid';

/** The id of a user, or an e-mail address in its canonical form. */
export type Person = { id: string } | { address: string };

/** No address and no id is longer. */
const longestPerson = 254;

export const person = typedText
  .meta({ maxLength: longestPerson })
  .nullish()
  .transform((text, ctx): Person | null => {
    if (text === null || text === undefined) return null;
    if (isUuid(text)) return { id: text.toLowerCase() };
    const address = text.length <= longestPerson ? parseEmailAddress(text) : null;
    if (address) return { address: address.canonical };
    ctx.addIssue({ code: 'custom', message: 'must be the id of a user or an e-mail address' });
    return z.NEVER;
  });
