import { z } from 'zod';
import { factorNames } from '../../platform/errors/login-challenge';
import { exampleOneTimeToken } from '../../platform/one-time-tokens/token-proof.inputs';
import { answerEnum, answerOf, graphqlType } from '../../platform/operations/answer';

const options = graphqlType('StepUpOptionsResult', 'What the user can use for `stepUp`.', {
  password: z.boolean().meta({
    description:
      'Whether the password is enough for the level `aal1`. It is enough while two-step sign-in is off, but not in the first hour after a login from a network that the account does not know.',
    example: false,
  }),
  email: z.boolean().meta({
    description:
      'Whether the user should prove the mailbox with a code (`requestStepUpCode`): without a second factor, if there is no password either, or in the first hour after a login from a network that the account does not know.',
    example: false,
  }),
  factors: z
    .array(
      answerEnum('Factor', 'What a user can use as a second factor.', factorNames).meta({
        description: 'A second factor.',
      }),
    )
    .readonly()
    .meta({
      description: 'The second factors that the user can use. Empty for a user without a second factor.',
      example: ['totp', 'recovery_code'],
    }),
  passkeyOptions: z.custom<object>().nullable().meta({
    description: 'The options for `navigator.credentials.get`, as JSON. Null if the user has no passkey.',
    example: null,
  }),
});
export type ListedStepUpOptions = z.infer<typeof options>;

export const stepUpOptionsAnswer = answerOf(options, {
  is: 'The options.',
  envelope: 'What the user can use for a step-up.',
  response: 'What the user can use.',
});

export const requestStepUpCodeAnswer = answerOf(
  graphqlType('StepUpCodeRequest', 'A step-up that waits for the code of an e-mail.', {
    token: z.string().meta({
      description: 'Stays in the client that has asked. The e-mail does not have it.',
      example: exampleOneTimeToken,
    }),
    expiresInS: z
      .int()
      .meta({ description: 'How long the code is valid, in seconds.', name: 'expiresIn', example: 600 }),
  }),
  {
    is: 'The request.',
    envelope: 'A step-up that waits for the code of an e-mail.',
    envelopeName: 'StepUpCodeEnvelope',
    response: 'The e-mail was sent.',
  },
);
