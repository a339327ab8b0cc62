import { z } from 'zod';
import { answerOf, graphqlType, nothing } from '../../platform/operations/answer';

export const deleteAccountAnswer = answerOf(
  graphqlType('DeleteAccountResult', 'What `deleteAccount` did.', {
    dueTs: z.date().meta({
      description: 'The time at which Gatehouse erases the account. Until then the account can be restored.',
      name: 'erasureTs',
      example: new Date('2026-12-04T17:30:15.123Z'),
    }),
  }),
  {
    is: 'What the deletion did.',
    envelope: 'The account is deleted.',
    envelopeName: 'DeletedEnvelope',
    response: 'The account is deleted.',
  },
);

export const cancelDeletionAnswer = nothing('The account is restored.');
