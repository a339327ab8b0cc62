import { z } from 'zod';
import { Secret } from './secret';

/** The topics of the settings, in the order of docs/reference/settings.md. */
export const settingTopics = {
  server: 'Server and connections',
  database: 'Database',
  secret: 'Secret',
  tokens: 'Tokens',
  sessions: 'Sessions',
  browsers: 'Cookies and browsers',
  hashing: 'Password hashing',
  limits: 'Limits',
  audit: 'Audit',
  observability: 'Log, metrics and traces',
  graphql: 'GraphQL',
} as const;

export type SettingTopic = keyof typeof settingTopics;

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** One setting, declared by its feature. Its key in the feature's settings is its name in `Config`. */
export interface Setting<Value> {
  readonly topic: SettingTopic;
  readonly variable: string;
  /** Reads the variable's text, or `undefined` if the variable is not set. */
  readonly schema: z.ZodType<Value>;
  /** For the documents: complete sentences, with the unit. */
  readonly meaning: string;
  /** For the documents; empty if the setting has no default. */
  readonly defaultText: string;
  /** A value, for the documents; null if the meaning and the default show the form. */
  readonly example: string | null;
  /** Why this setting cannot be combined with others, as text after the variable's name; null if it can. */
  readonly conflict: (given: Variables) => string | null;
}

interface Exceptions {
  /** Where the default value is not its own documentation, for example because another setting decides it. */
  defaultText?: string;
  example?: string;
  conflict?: Setting<unknown>['conflict'];
}

/** Returns the function that declares settings on this topic. Their schema must have a default, or be `optional`. */
export const settingsOn =
  (topic: SettingTopic) =>
  <Value>(
    variable: string,
    schema: z.ZodType<Value>,
    meaning: string,
    { defaultText = textOf(schema.parse(undefined)), example, conflict = () => null }: Exceptions = {},
  ): Setting<Value> => ({ topic, variable, schema, meaning, defaultText, example: example ?? null, conflict });

/** The rule that a value must follow, in the words of the error, such as `must be true or false`. Null: any text. */
export function ruleOf({ schema }: Setting<unknown>): string | null {
  // No number, no word, no path and no URL.
  return schema.safeParse('://').error?.issues[0]?.message ?? null;
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
