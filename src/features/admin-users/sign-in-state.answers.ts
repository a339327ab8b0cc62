import { z } from 'zod';
import { answerType, exampleTs, graphqlType } from '../../platform/operations/answer';
import { secondSteps, signInBlockers } from './sign-in-state';

const listed = (meanings: Readonly<Record<string, string>>) =>
  Object.entries(meanings)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
    .join(' ');

const failureRecord = graphqlType('SignInFailure', 'A rejected login or second factor.', {
  lastTs: z.date().meta({ name: 'ts', description: 'The time of the last such attempt.', example: exampleTs }),
  cause: z.string().meta({ description: 'Why it was rejected, in one sentence.', example: 'Wrong password.' }),
  count: z.int().min(1).meta({ description: 'How many similar attempts there were in that hour.', example: 1 }),
});

const reachedLimitRecord = answerType('ReachedLimit', 'A limit that stops the user now.', {
  limit: z.string().meta({ description: 'The limit.', enumName: 'RateLimit', example: 'LOGIN_ACCOUNT' }),
  network: z.string().nullable().meta({
    description: 'The network that it stops. Null: all networks from which the user has not signed in before.',
    example: null,
  }),
  untilTs: z.date().meta({ description: 'When the next attempt passes.', example: exampleTs }),
});

export const signInRecord = answerType(
  'SignInCheck',
  'Whether a user can sign in now, and what has stopped the user.',
  {
    possible: z
      .boolean()
      .meta({ description: 'Whether the user can sign in. The limits are not part of it.', example: true }),
    methods: z
      .array(z.string().meta({ description: 'A way to sign in.' }))
      .readonly()
      .meta({
        description:
          'What the user can sign in with: `password`, `passkey`, `email` (a code by mail), or the id of a provider.',
        example: ['password', 'google'],
      }),
    blockers: z
      .array(z.string().meta({ description: 'Why a user cannot sign in.', values: signInBlockers }))
      .readonly()
      .meta({
        description: `Why the user cannot sign in, or not with everything that the account has. ${listed(signInBlockers)}`,
        example: [],
      }),
    secondFactor: z.string().meta({
      description: `Whether a second factor is asked for. ${listed(secondSteps)}`,
      values: secondSteps,
      example: 'none',
    }),
    lastFailure: failureRecord.nullable().meta({
      description: 'The newest rejected login or second factor of the account. Null if the audit has none.',
      example: null,
    }),
    limits: z.array(reachedLimitRecord).readonly().meta({
      description: 'The limits of wrong passwords and second factors that stop the user now. `liftLimits` lifts them.',
      example: [],
    }),
  },
);
