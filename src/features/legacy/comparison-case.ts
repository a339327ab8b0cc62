import { z } from 'zod';

/** A request that is sent to the old service and to this one. */
export interface ComparisonCase {
  name: string;
  method: (typeof methods)[number];
  /** Behind the address of the service: `/auth/login`. */
  path: string;
  /** A header with null is not sent. */
  headers: Readonly<Record<string, string | null>>;
  /** The text of the body. Null if the request has no body. */
  body: string | null;
  /** Values of the request that the output must not contain: passwords and tokens. */
  secrets: readonly string[];
  /** Places of an answer where differences are expected. See `isPlace`. */
  ignore: readonly string[];
}

/** The values of the placeholders. Both services get the same values. */
export interface ComparisonValues {
  /** Digits, which have no upper and lower case. An address with them has no account. */
  random: string;
  /** A long text that contains letters, digits and other characters. A password is its beginning. */
  password: string;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
/** The HTTP client sets these headers. */
const ownHeaders = /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer)$/i;
const longestPassword = 1000;
const usualPassword = 20;
const secretNames = /password|secret|token|authorization|cookie/i;

/** A place in an answer: `status`, `content-type`, `msg`, `result.user.tel`. */
export const isPlace = (text: string): boolean => /^[\w-]+(\.[\w-]+)*$/.test(text);

const visibleAscii = /^[\x20-\x7e]*$/;
const caseShape = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/, 'must have 1 to 80 characters: a-z, 0-9 and -'),
    method: z.enum(methods, `must be one of ${methods.join(', ')}`).default('POST'),
    path: z.string().regex(/^\/[!"$-~]{0,1999}$/, 'must start with / and have only visible ASCII characters without #'),
    headers: z
      .record(
        z
          .string()
          .regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, 'has a name that is not the name of a header')
          .refine((name) => !ownHeaders.test(name), 'has a header that the HTTP client sets'),
        z.string().regex(visibleAscii, 'has a value with characters that are not ASCII').nullable(),
      )
      .default({}),
    body: z.unknown().optional(),
    raw: z.string('must be a text').optional(),
    ignore: z.array(z.string().refine(isPlace, 'must have places such as msg or result.tel')).max(50).default([]),
  })
  .refine(({ body, raw }) => body === undefined || raw === undefined, 'has both body and raw')
  .refine(
    ({ method, body, raw }) => (method !== 'GET' && method !== 'HEAD') || (body === undefined && raw === undefined),
    'has a body, which GET and HEAD cannot have',
  );

/** What a case file has in a line. */
export type CaseInput = z.input<typeof caseShape>;

/** Why a line of a case file is not a case. */
export class InvalidCaseError extends Error {
  override readonly name = 'InvalidCaseError';
}

/**
 * Checks a case and replaces its placeholders: `{{random}}`, `{{password}}`, and `{{password:N}}` with N characters.
 * @throws InvalidCaseError without the values of the case, which can be secret
 */
export function parseCase(input: unknown, values: ComparisonValues): ComparisonCase {
  const parsed = caseShape.safeParse(input);
  if (!parsed.success) throw new InvalidCaseError(describe(parsed.error.issues));
  const { name, method, path, headers, body, raw, ignore } = parsed.data;
  const secrets = new Set<string>();
  const fill = (text: string) => fillIn(text, values, secrets);
  const filled = body === undefined ? undefined : mapStrings(body, fill);
  collectSecrets(filled, secrets);
  const hasBody = body !== undefined || raw !== undefined;
  const own = Object.entries(headers).map(([header, value]) => [header, value === null ? null : fill(value)] as const);
  for (const [header, value] of own) if (value !== null && secretNames.test(header)) secrets.add(value);
  const hasType = own.some(([header]) => header.toLowerCase() === 'content-type');
  return {
    name,
    method,
    path: fill(path),
    headers: { ...(hasBody && !hasType && { 'content-type': 'application/json' }), ...Object.fromEntries(own) },
    body: body !== undefined ? JSON.stringify(filled) : raw === undefined ? null : fill(raw),
    secrets: [...secrets].filter((secret) => secret.length >= shortestSecret),
    ignore,
  };
}

/** A shorter text is no secret, and to replace it would make the output unreadable. */
const shortestSecret = 6;

const describe = (issues: readonly z.core.$ZodIssue[]): string => [...new Set(issues.map(describeIssue))].join('; ');

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `has an unknown field: ${issue.keys.join(', ')}`;
  // The key of a record is checked with a schema of its own, which has the texts.
  if (issue.code === 'invalid_key') return `headers ${issue.issues.map(({ message }) => message).join(', ')}`;
  const field = String(issue.path[0] ?? '');
  if (issue.code === 'invalid_type')
    return field === '' ? 'is not an object' : `${field} is missing or has another type`;
  return field === '' ? issue.message : `${field} ${issue.message}`;
}

function fillIn(text: string, { random, password }: ComparisonValues, secrets: Set<string>): string {
  return text.replaceAll(/\{\{([^{}]*)\}\}/g, (whole, placeholder: string) => {
    if (placeholder === 'random') return random;
    const [, length = usualPassword] = /^password(?::(\d{1,4}))?$/.exec(placeholder) ?? [null];
    const characters = Number(length);
    if (!placeholder.startsWith('password') || !(characters >= 1 && characters <= longestPassword)) {
      throw new InvalidCaseError(
        `has the unknown placeholder ${whole.slice(0, 40)}. There are {{random}}, {{password}} and {{password:N}}, N up to ${longestPassword}`,
      );
    }
    const filled = password.slice(0, characters);
    secrets.add(filled);
    return filled;
  });
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [map(key), mapStrings(item, map)]));
}

function collectSecrets(value: unknown, secrets: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === 'string' && secretNames.test(key)) secrets.add(item);
    else collectSecrets(item, secrets);
  }
}
