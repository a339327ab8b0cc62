import type { FieldText } from '../request/field-text';

/** The fields with which a client proves a one-time token, for both APIs. */
export const proofTexts = {
  token: {
    description:
      'The token in the link of the e-mail: 64 characters. The client sends either the token, or `email` and `code`.',
    example: 'nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE',
  },
  email: {
    description: 'The e-mail address to which Gatehouse sent the code.',
    example: 'ada@example.com',
  },
  code: {
    description: 'The code of the e-mail: 6 digits. White space between the digits makes no difference.',
    example: '402913',
  },
} as const satisfies Record<string, FieldText>;
