import { z } from 'zod';
import { answerOf, graphqlType } from '../../platform/operations/answer';

export const endSessionsAnswer = answerOf(
  graphqlType('EndSessionsResult', 'What `endSessions` did.', {
    ended: z.int().meta({ description: 'The number of ended sessions, counted up to 1000.', example: 2 }),
  }),
  { is: 'What was ended.', envelopeName: 'EndedSessionsEnvelope', response: 'The sessions have ended.' },
);

export const deleteUserAnswer = answerOf(
  graphqlType('DeleteUserResult', 'What `deleteUser` did.', {
    deletionDueTs: z.date().meta({
      description: 'When the account is erased.',
      example: new Date('2026-12-20T17:30:15.123Z'),
    }),
  }),
  { is: 'When the account is erased.', envelopeName: 'DeletedUserEnvelope', response: 'The account is deleted.' },
);
