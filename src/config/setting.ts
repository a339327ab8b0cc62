import { z } from 'zod';
import { Secret } from './secret';

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** One setting, declared by its feature. Its key in the feature's settings is its name in `Config`. */
export interface Setting<Value> {
  readonly variable: string;
  /** Reads the variable's text, or `undefined` if the variable is not set. */
  readonly schema: z.ZodType<Value>;
  /** For the documents. */
  readonly meaning: string;
  /** For the documents; empty if the setting has no default. */
  readonly defaultText: string;
  /** Why this setting cannot be combined with others, as text after the variable's name; null if it can. */
  readonly conflict: (given: Variables) => string | null;
}

interface Exceptions {
  /** Where the default value is not its own documentation, for example because another setting decides it. */
  defaultText?: string;
  conflict?: Setting<unknown>['conflict'];
}

/** @param schema must have a default, or be `optional` */
export function setting<Value>(
  variable: string,
  schema: z.ZodType<Value>,
  meaning: string,
  { defaultText = textOf(schema.parse(undefined)), conflict = () => null }: Exceptions = {},
): Setting<Value> {
  return { variable, schema, meaning, defaultText, conflict };
}

const textOf = (value: unknown): string => (value === null ? '' : String(value));

/** Null if the variable is not set. */
export const optional = <Value>(schema: z.ZodType<Value>) =>
  schema.optional().transform((value): Value | null => value ?? null);

export const text = z.string().min(1);

export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

const flagWords = { on: ['true', 'on', '1'], off: ['false', 'off', '0'] } as const;

export const flag = z
  .enum([...flagWords.on, ...flagWords.off], 'must be true or false (on/off and 1/0 will do)')
  .transform((word) => (flagWords.on as readonly string[]).includes(word));

export const oneOf = <const Words extends readonly string[]>(
  words: Words,
  message = `must be one of ${words.join(', ')}`,
) => z.enum(words, message);

export const parseUrl = (value: string): URL | null => (URL.canParse(value) ? new URL(value) : null);

/** A URL that can hold credentials. */
export const secretUrl = (protocols: readonly string[], message: string) =>
  text
    .refine((value) => protocols.includes(parseUrl(value)?.protocol ?? ''), message)
    .transform((value) => new Secret(value));
