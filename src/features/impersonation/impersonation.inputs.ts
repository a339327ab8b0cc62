import { z } from 'zod';
import { reason } from '../../accounts/users/user.inputs';
import { textWith, typedString } from '../../platform/request/input-parser';

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
