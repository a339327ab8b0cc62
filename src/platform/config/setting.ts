import { z } from 'zod';
import { cidrProblem } from './cidr';
import { decodePart, encodingRule } from './percent-encoding';
import { parseSecretBytes, Secret } from './secret';

/** The topics of the settings, in the order of `docs/reference/settings.md`. */
export const settingTopics = {
  server: 'Server and connections',
  database: 'Database',
  secret: 'Secret',
  tokens: 'Tokens',
  accounts: 'Accounts',
  providers: 'Sign-in with other providers',
  administration: 'Administration',
  sessions: 'Sessions',
  browsers: 'Cookies and browsers',
  pages: 'Hosted pages',
  passwords: 'Allowed passwords',
  hashing: 'Password hashing',
  moving: 'Moving from another service',
  email: 'E-mail',
  sms: 'Text messages',
  webhooks: 'Webhooks',
  limits: 'Limits',
  audit: 'Audit',
  observability: 'Log, metrics and traces',
  graphql: 'GraphQL',
} as const;

export type SettingTopic = keyof typeof settingTopics;

export type Variables = Readonly<Record<string, string | undefined>>;

/** A setting that a feature declares. The key in the settings of the feature is the name in `Config`. */
export interface Setting<Value> {
  readonly topic: SettingTopic;
  readonly variable: string;
  /** Reads the text of the variable, or `undefined` if the variable is not set. */
  readonly schema: z.ZodType<Value>;
  /** The description in the reference: complete sentences, with the unit. */
  readonly meaning: string;
  /** The default value in the reference. Empty if the setting has no default. */
  readonly defaultText: string;
  /** An example value in the reference. Null if the description and the default show the format. */
  readonly example: string | null;
  /** Returns why this setting conflicts with others, as text after the name of the variable, or null. */
  readonly conflict: (given: Variables) => string | null;
}

/** A setting that each entry of a list has: the variable contains the entry in upper case, in place of `<ID>`. */
export interface SettingOfEach<Value> extends Setting<Value> {
  /** The variable of the list. */
  readonly each: string;
}

export const isOfEach = (setting: Setting<unknown>): setting is SettingOfEach<unknown> => 'each' in setting;

/** Declares the setting for each entry of the list in another one. Its value has one value for each entry. */
export const forEach = <Value>(each: string, setting: Setting<Value>): SettingOfEach<Value> => ({ ...setting, each });

const placeholder = '<ID>';

export const variableOf = ({ variable }: Setting<unknown>, entry: string): string =>
  variable.replace(placeholder, entry.toUpperCase());

/** Returns the entry whose variable this is. Null for the variable of another setting. */
export function entryOf({ variable }: Setting<unknown>, name: string): string | null {
  const [start = '', end = ''] = variable.split(placeholder);
  const isOne = name.startsWith(start) && name.endsWith(end) && name.length > start.length + end.length;
  return isOne ? name.slice(start.length, -end.length).toLowerCase() : null;
}

interface Exceptions {
  /** Replaces the default value in the reference, for example if another setting decides the default value. */
  defaultText?: string;
  example?: string;
  conflict?: Setting<unknown>['conflict'];
}

/**
 * Returns a function that declares settings of this topic.
 * @param schema must have a default or be `optional`, so that it accepts `undefined`
 */
export const settingsOn =
  (topic: SettingTopic) =>
  <Value>(
    variable: string,
    schema: z.ZodType<Value>,
    meaning: string,
    { defaultText = textOf(schema.parse(undefined)), example, conflict = () => null }: Exceptions = {},
  ): Setting<Value> => ({ topic, variable, schema, meaning, defaultText, example: example ?? null, conflict });

/** Returns the rule for a value, as in its error: `must be true or false`. Null if any text is valid. */
export function ruleOf({ schema }: Setting<unknown>): string | null {
  // This text is no number, no word, no path and no URL, so every rule rejects it.
  return schema.safeParse('://').error?.issues[0]?.message ?? null;
}

const textOf = (value: unknown): string => (value === null ? '' : String(value));

/** Makes a setting null if the variable is not set. */
export const optional = <Value>(schema: z.ZodType<Value>) =>
  schema.optional().transform((value): Value | null => value ?? null);

export const text = z.string().min(1);

/** Entries with commas between them. White space around an entry does not count, and empty entries are left out. */
export const list = z.string().transform((value): readonly string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);

/** Networks in CIDR notation. */
const networksRule = 'must be networks such as 10.20.0.0/16 or fd00:20::/48, separated by commas';

export const networks = list.superRefine((entries, context) => {
  for (const [i, entry] of entries.entries()) {
    const problem = cidrProblem(entry);
    if (problem === null) continue;
    const isClear = entries.length === 1 && problem === 'is not a network';
    context.addIssue({
      code: 'custom',
      message: isClear ? networksRule : `${networksRule}: entry ${i + 1} ${problem}`,
    });
  }
});

export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

const flagWords = { on: ['true', 'on', '1'], off: ['false', 'off', '0'] } as const;

/** Also for settings with values besides these words. */
export const meansOn = (word: string): boolean => (flagWords.on as readonly string[]).includes(word);
export const meansOff = (word: string): boolean => (flagWords.off as readonly string[]).includes(word);

export const flag = z
  .enum([...flagWords.on, ...flagWords.off], 'must be true or false (or on, off, 1, 0)')
  .transform(meansOn);

export const oneOf = <const Words extends readonly string[]>(
  words: Words,
  message = `must be one of ${words.join(', ')}`,
) => z.enum(words, message);

export const parseUrl = (value: string): URL | null => (URL.canParse(value) ? new URL(value) : null);

/** A URL whose user and password can be decoded, without a fragment: mostly it is a part of a password. */
export const decodableUrl = text.refine((value) => {
  const { username = '', password = '', hash = '' } = parseUrl(value) ?? {};
  return hash === '' && decodePart(username + password) !== null;
}, encodingRule);

/** Random bytes in hex or base64. The value is the text, not the bytes. */
export const randomSecret = text
  .refine(
    (value) => parseSecretBytes(value) !== null,
    'must be at least 32 random bytes in hex or base64, such as the output of: openssl rand -base64 32',
  )
  .transform((value) => new Secret(value));

/** Whether a service has this URL: with TLS, or on this machine, and without user, query or fragment. */
export const isServiceUrl = (value: string): boolean => {
  const url = parseUrl(value);
  if (url === null || url.username || url.password || url.search || url.hash) return false;
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname))
  );
};

export const serviceUrl = text.refine(
  isServiceUrl,
  'must be an https:// URL without user, query or fragment (http:// only on this machine)',
);

/**
 * Whether an application on a device has this address: with a scheme of its own, which must have a dot (RFC 8252, section
 * 7.1). No page is there.
 */
export const isAppUrl = (value: string): boolean => /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:\/[^\s?#]*$/.test(value);

/** A URL that can contain a password, so it is a `Secret`. */
export const secretUrl = (protocols: readonly string[], message: string) =>
  text
    .refine((value) => protocols.includes(parseUrl(value)?.protocol ?? ''), message)
    .transform((value) => new Secret(value));
