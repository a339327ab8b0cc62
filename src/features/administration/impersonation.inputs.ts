import { z } from 'zod';
import { hasAtMost, line, textWith, typedString } from '../../platform/request/input-parser';
import { isBlank } from '../users/user.inputs';

const longestReason = 500;

const reason = line
  .refine((text) => !isBlank(text), { error: 'must not be blank', abort: true })
  .refine((text) => hasAtMost(longestReason, text), `must have at most ${longestReason} characters`)
  .meta({ minLength: 1, maxLength: longestReason });

export const impersonateInput = z
  .object({
    userId: typedString.meta({
      format: 'uuid',
      description: 'The id of the user: a UUID.',
      example: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
    }),
    reason: textWith(reason).meta({
      description:
        'Why the super admin acts as the user, for the audit: 1 to 500 characters, not only white space, and no control characters. The user does not see it.',
      example: 'Ticket 4711: the user does not find the invoices.',
    }),
  })
  .meta({ description: 'The user, and why the super admin acts as the user, for `impersonate`.' });
