import { z } from 'zod';
import { exampleTs, graphqlType, inProperty, nothing } from '../../platform/operations/answer';

const change = graphqlType('EmailChange', 'A change of the e-mail address that waits for its e-mails.', {
  email: z.string().meta({ description: 'The new address, as the user entered it.', example: 'ada@example.org' }),
  confirmed: z.boolean().meta({ description: 'Whether the new address is confirmed.', example: true }),
  needsApproval: z
    .boolean()
    .meta({ description: 'Whether the present address must confirm the change, too.', example: true }),
  approved: z.boolean().meta({ description: 'Whether the present address has confirmed it.', example: false }),
  createdTs: z.date().meta({ description: 'When the change was requested.', example: exampleTs }),
  expiresTs: z
    .date()
    .meta({ description: 'When its links and codes expire.', example: new Date('2026-11-21T17:30:15.123Z') }),
});
/** A change as its user sees it. */
export type ListedEmailChange = z.infer<typeof change>;

export const changeEmailAnswer = nothing('The e-mails were sent.');
export const emailChangeAnswer = inProperty(change.nullable(), {
  property: 'emailChange',
  holds: 'The change. Null if none waits.',
  is: 'The change.',
  envelope: 'The change of the e-mail address that waits.',
  response: 'The change, or null.',
});
export const cancelEmailChangeAnswer = nothing('The change is cancelled.');
export const undoEmailChangeAnswer = nothing('The old address was restored.');
const oneOfTwoConfirmed = 'Confirmed. The address changes when the other e-mail is confirmed, too.';
/** `changed` is false if the other address has not agreed yet. */
export const confirmEmailChangeAnswer = nothing<{ changed: boolean }>(
  'The address changed, or the other address must confirm, too.',
  { messageOf: ({ changed }) => (changed ? null : oneOfTwoConfirmed) },
);
