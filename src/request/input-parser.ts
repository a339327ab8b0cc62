import { z } from 'zod';
import { AppError, type FieldProblem, reasons } from '../errors/app-error';

// Both APIs have the same input rules, and must report the same fields. Each input is checked in two steps, first the
// types and then the rules, because GraphQL can only report errors in these two steps.

/** The type of a required text field. */
export const typedString = z.string({
  error: ({ input }) => (input === undefined ? reasons.required : reasons.notAString),
});

const control = /\p{Cc}/u;
export const loneSurrogate = /\p{Cs}/u;
export const codePoints = (text: string): number => [...text].length;
/** Does not count a text that is much too long: a code point has at most two UTF-16 code units. */
export const hasAtMost = (max: number, text: string): boolean => text.length <= 2 * max && codePoints(text) <= max;

/** A text without control characters and lone surrogates. */
export const line = z.string().refine((text) => !control.test(text) && !loneSurrogate.test(text), {
  error: 'must be valid Unicode text without control characters',
  abort: true,
});

/**
 * Returns a function that parses an input.
 * @throws AppError `VALIDATION_FAILED` with one entry for each field, in the order of the schema
 */
export function parserOf<Output>(schema: z.ZodType<Output>): (input: unknown) => Output {
  return (input) => {
    const parsed = schema.safeParse(input);
    if (parsed.success) return parsed.data;
    throw new AppError('VALIDATION_FAILED', { fields: firstProblemPerField(parsed.error.issues) });
  };
}

function firstProblemPerField(issues: readonly z.core.$ZodIssue[]): FieldProblem[] {
  const problems = new Map<string, string>();
  for (const issue of issues) {
    const field = String(issue.path[0]);
    if (!problems.has(field)) problems.set(field, issue.message);
  }
  return [...problems].map(([field, msg]) => ({ field, msg }));
}
