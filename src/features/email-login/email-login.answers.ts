import { z } from 'zod';
import { answerOf, graphqlType } from '../../platform/operations/answer';

export const requestEmailLoginAnswer = answerOf(
  graphqlType('EmailLoginRequest', 'A login that waits for the code or the link of an e-mail.', {
    token: z.string().meta({
      description:
        'What the client keeps, and sends to `completeEmailLogin` together with the code or the link. The e-mail does not contain it.',
      example: 'q3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uEn',
    }),
    expiresInS: z.int().meta({
      description: 'How long the code and the link are valid, in seconds.',
      name: 'expiresIn',
      example: 600,
    }),
  }),
  {
    is: 'The request.',
    envelope: 'A login that waits for the code or the link of an e-mail.',
    envelopeName: 'EmailLoginRequestEnvelope',
    response: 'An e-mail was sent if the address has an account.',
  },
);
