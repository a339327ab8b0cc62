import { longestClientUrl } from '../../accounts/applications/client-url';
import { isPlainUri, longestUri, mostUris, redirectUriKindOf } from '../../accounts/applications/redirect-uri';
import { isObject } from '../../platform/runtime/json-text';

/** What the document of a client says (draft-ietf-oauth-client-id-metadata-document). Its other members are ignored. */
export interface ClientDocument {
  /** The client id. */
  url: string;
  /** The name that the client gives itself. */
  name: string;
  redirectUris: readonly string[];
}

/** Characters. No document says one. It is that of the name of a client that an operator creates. */
const longestName = 100;
/** Characters of what came back that a developer reads. No document says one. */
const longestFound = 100;

/** Seconds and bytes of a document. No document says one; the draft recommends 5 kB, and the known documents have less than 1 kB. */
export const documentLimits = { seconds: 3, bytes: 16 * 1024 } as const;

/** What a client id that is a URL and its document must be, in the order in which it is checked. */
export const documentRules = {
  url: `The client id must be an https:// URL with a path and at most ${longestClientUrl} visible ASCII characters, without query, fragment, user, "\\" and dot segments.`,
  host: 'This server must accept documents of the host.',
  port: 'The URL must not name a port.',
  address: 'The name of the host must lead to public addresses only.',
  connection: 'The host must accept connections, with a valid certificate.',
  time: `The document must arrive within ${documentLimits.seconds} seconds.`,
  status: 'The status must be 200. Redirects are not followed.',
  type: 'The content type must be application/json, or end in +json.',
  size: `The document must have at most ${documentLimits.bytes / 1024} kB.`,
  json: 'The document must be a JSON object in UTF-8.',
  client_id: 'client_id must be the URL of the document, character by character.',
  client_secret: 'A public document must have no client_secret and no client_secret_expires_at.',
  auth_method:
    'token_endpoint_auth_method must be none or missing, or a method without a secret and with none in token_endpoint_auth_methods_supported.',
  client_name: 'client_name must be a text with a visible character, without control and bidirectional characters.',
  redirect_uris: `redirect_uris must be a list of 1 to ${mostUris} texts.`,
  redirect_uri: `A redirect URI must begin with https://, with http:// and localhost, 127.0.0.1 or [::1], or with a scheme that has a dot. It must have at most ${longestUri} visible ASCII characters, without fragment, user info, "*" and "\\".`,
} as const;
export type DocumentRule = keyof typeof documentRules;

/** The rule that a client id or its document breaks. */
export interface DocumentProblem {
  url: string;
  rule: DocumentRule;
  /** What came back instead, in visible ASCII. Null if the rule says it all. */
  found: string | null;
}

/** What an answer of a host must be, apart from the document in it. */
interface DocumentAnswer {
  status: number;
  contentType: string | null;
  /** Null if it is too long. */
  body: Buffer | null;
}

/** What came back, for a developer: cut, and without characters that would do something in a log or on a page. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.slice(0, longestFound).replaceAll(/[^ -~]/g, '?');
}

type Problem = Pick<DocumentProblem, 'rule' | 'found'>;

/** Returns the rule that an answer breaks. */
function problemOfAnswer({ status, contentType, body }: DocumentAnswer): Problem | null {
  if (status !== 200) return { rule: 'status', found: String(status) };
  if (!isJson(contentType)) return { rule: 'type', found: shown(contentType ?? undefined) };
  return body === null ? { rule: 'size', found: null } : null;
}

/** RFC 6838, section 4.2.8, and RFC 8259, section 11. */
function isJson(contentType: string | null): boolean {
  const [type = ''] = (contentType ?? '').split(';');
  return /^application\/(?:json|[\w.!#$&^-]+\+json)$/i.test(type.trim());
}

/**
 * Returns the members, or what the body is instead. Not its text: the host may be a private one that was listed, and whoever sends the
 * request would read there.
 */
function parseBody(body: Buffer): Members | string {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (isObject(parsed)) return parsed;
    return Array.isArray(parsed) ? 'a list' : `a ${parsed === null ? 'null' : typeof parsed}`;
  } catch {
    return 'no JSON';
  }
}

/** Unicode: what marks the direction of text, so that a name could end as another one (UAX #9), and separators of lines. */
const forbiddenInNames = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Unicode: what has a form of its own. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

const isName = (name: unknown): name is string =>
  typeof name === 'string' && !forbiddenInNames.test(name) && visible.test(name);

const isRedirectUri = (uri: string): boolean => isPlainUri(uri) && redirectUriKindOf(uri) !== null;

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.length <= mostUris && value.every((one) => typeof one === 'string');

/** OpenID Connect Core 1.0, section 9. A document must not name them, since it is public (section 4.1 of the draft). */
const methodsWithSecret: readonly unknown[] = ['client_secret_basic', 'client_secret_post', 'client_secret_jwt'];

/** Some clients prefer a method with a key, and can also do without (OpenID Connect RP Metadata Choices 1.0). */
function canBePublic({ token_endpoint_auth_method: method, token_endpoint_auth_methods_supported: methods }: Members) {
  if ((method ?? 'none') === 'none') return true;
  return !methodsWithSecret.includes(method) && Array.isArray(methods) && methods.includes('none');
}

type Members = Readonly<Record<string, unknown>>;

/** Returns what the members say, or the first rule that they break. */
function readMembers(url: string, members: Members): ClientDocument | Problem {
  const { client_id: id, client_name: name, redirect_uris: uris } = members;
  if (id !== url) return { rule: 'client_id', found: shown(id) };
  const secret = ['client_secret', 'client_secret_expires_at'].find((one) => one in members);
  if (secret !== undefined) return { rule: 'client_secret', found: secret };
  if (!canBePublic(members)) return { rule: 'auth_method', found: shown(members.token_endpoint_auth_method) };
  if (!isName(name)) return { rule: 'client_name', found: shown(name) };
  if (!isListOfTexts(uris)) return { rule: 'redirect_uris', found: shown(uris) };
  // Agents list one for each program that has them, also with schemes that no client can have here.
  const redirectUris = [...new Set(uris.filter(isRedirectUri))];
  if (redirectUris.length === 0) return { rule: 'redirect_uri', found: shown(uris[0]) };
  return { url, name: [...name.trim()].slice(0, longestName).join('').trim(), redirectUris };
}

/** Returns the document in an answer, or the first rule that it breaks. */
export function readClientDocument(url: string, answer: DocumentAnswer): ClientDocument | DocumentProblem {
  const problem = problemOfAnswer(answer);
  if (problem) return { url, ...problem };
  const parsed = parseBody(answer.body ?? Buffer.alloc(0));
  return typeof parsed === 'string' ? { url, rule: 'json', found: parsed } : { ...readMembers(url, parsed), url };
}

export const isDocumentProblem = (read: ClientDocument | DocumentProblem): read is DocumentProblem => 'rule' in read;
