import { z } from 'zod';
import { graphqlType } from './answer';

/** An input field that breaks its rule. Every error has such a list, and some answers have one. */
export const fieldProblemTexts = {
  field: 'The name of the input field, for example `password`.',
  msg: 'The rule that the field breaks, for people. The text continues a sentence that starts with the name: "must have more than 8 characters".',
} as const;

export const fieldProblem = graphqlType('FieldProblem', 'An input field that is not valid, and the reason.', {
  field: z.string().meta({ description: fieldProblemTexts.field, example: 'email' }),
  msg: z.string().meta({ description: fieldProblemTexts.msg, example: 'is required' }),
});
