import { z } from 'zod';
import { exampleUser } from '../../accounts/users/user.answers';
import { answerOf, graphqlType } from '../../platform/operations/answer';

const item = graphqlType('BulkItem', 'What happened to one account.', {
  id: z.string().meta({ description: 'The id of the account.', isId: true, example: exampleUser.id }),
  success: z.boolean().meta({ description: 'Whether the account is as the action says.', example: true }),
  code: z.string().nullable().meta({
    description: 'The reason if it is not. Null if the action succeeded.',
    example: null,
  }),
  msg: z.string().meta({ description: 'The outcome in one sentence, for people.', example: 'Changed.' }),
});

export const bulkUsersAnswer = answerOf(
  graphqlType('BulkResult', 'What happened to the accounts.', {
    results: z.array(item).meta({ description: 'The result for each id, in the order of the input.' }),
    isComplete: z.boolean().meta({ description: 'Whether every id was reached in time.', example: true }),
  }),
  {
    is: '',
    result: 'What happened to the accounts.',
    envelope: 'A result for each account.',
    envelopeName: 'BulkEnvelope',
    response: 'A result for each account, also if an account was not changed.',
    payload: { is: 'The result of `bulkUsers`.' },
  },
);
