import { lineOf, optionalTextWith } from '../request/input-parser';

/** No document says one: the longest token of a site that is known has 4 kB. */
const longestAnswer = 8000;

/** The field of an operation with `challenge`. */
export const challengeField = optionalTextWith(lineOf(longestAnswer)).meta({
  description: 'The answer to a challenge.',
  example: '18q3yHk0bQ2aS8vY5rT1xWgAAAGk9x7qB3c5dTf1sVj0aLk2mNwPzRyEoXcUiHbGvKtSlJ40Zt.170593',
});
