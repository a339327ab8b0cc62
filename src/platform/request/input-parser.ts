import { z } from 'zod';
import { AppError, type FieldProblem, reasons } from '../errors/app-error';

// Both APIs have the same input rules, and must report the same fields. Wrong types are reported first and alone, because
// GraphQL finds them before a service checks any rule.

/** The type of a required text field. */
export const typedString = z.string({
  error: ({ input }) => (input === undefined ? reasons.required : reasons.notAString),
});

/** A required text field. Its rule is checked after its type. */
export const textWith = <Rule extends z.ZodType<unknown, string>>(rule: Rule) => typedString.pipe(rule);

/** The type of an optional text field. */
export const typedText = z.string(reasons.notAString);

/** A text field that can be missing or null. */
export const optionalTextWith = <Rule extends z.ZodType<unknown, string>>(rule: Rule) => typedText.pipe(rule).nullish();

/** Unicode: control characters. */
const control = /\p{Cc}/u;
/** Unicode: what has no form in UTF-8. */
export const loneSurrogate = /\p{Cs}/u;
export const codePoints = (text: string): number => [...text].length;
/** Does not count a text that is much too long: a code point has at most two UTF-16 code units. */
export const hasAtMost = (max: number, text: string): boolean => text.length <= 2 * max && codePoints(text) <= max;

/** A text without control characters and lone surrogates. */
export const line = z.string().refine((text) => !control.test(text) && !loneSurrogate.test(text), {
  error: 'must be valid Unicode text without control characters',
  abort: true,
});

/** The same with at most this number of characters, which are code points. */
export const lineOf = (longest: number) =>
  line
    .refine((text) => hasAtMost(longest, text), `must have at most ${longest} characters`)
    .meta({ maxLength: longest });

/** @throws AppError `VALIDATION_FAILED` with one entry for each field, in the order of the schema */
export function parseInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const ofTypes = issues.filter(({ code }) => code === 'invalid_type' || code === 'invalid_value');
  throw new AppError('VALIDATION_FAILED', { fields: firstProblemPerField(ofTypes.length > 0 ? ofTypes : issues) });
}

/** The fields of an installation have names of their own: `fields.plan`. */
const fieldIn = (path: readonly PropertyKey[]): string =>
  path
    .slice(0, path[0] === 'fields' ? 2 : 1)
    .map(String)
    .join('.');

function firstProblemPerField(issues: readonly z.core.$ZodIssue[]): FieldProblem[] {
  const problems = new Map<string, FieldProblem>();
  for (const issue of issues) {
    const field = fieldIn(issue.path);
    const rule: unknown = issue.code === 'custom' ? issue.params?.rule : null;
    if (!problems.has(field)) {
      problems.set(field, { field, msg: issue.message, ...(typeof rule === 'string' && { rule }) });
    }
  }
  return [...problems.values()];
}
