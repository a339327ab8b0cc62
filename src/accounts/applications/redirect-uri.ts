/** In characters, of which all are visible ASCII. No document says one: a super admin enters them. */
export const longestUri = 2000;
export const mostUris = 20;

/** RFC 3986, section 2. */
const visibleAscii = /^[!-~]+$/;
/** RFC 9110, section 4.2. A URL parser accepts more, for example without slashes, or with backslashes. */
const webOrigin = /^https?:\/\/[^/?@]/;
/** RFC 8252, section 7.1: the name of a domain in reverse order, so at least one dot. */
const privateUseScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:/;
/** RFC 8252, sections 7.3 and 8.3. */
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a text is an absolute URI that a redirect URI can be (RFC 6749, section 3.1.2). It is compared with that of a
 * request character by character, so it has no wildcard. A fragment would be lost, and user info is a password.
 */
export function isPlainUri(text: string): boolean {
  if (text.length > longestUri || !visibleAscii.test(text) || /[#*\\]/.test(text)) return false;
  const url = parse(text);
  return url !== null && url.username === '' && url.password === '';
}

/** Where a redirect URI can lead. What is of no kind is not accepted. */
export const redirectUriKinds = ['site', 'loopback', 'private-use'] as const;
export type RedirectUriKind = (typeof redirectUriKinds)[number];

/**
 * Returns where a plain URI leads: to a `site` with `https`; to any program on the machine of the user that listens there; or to the
 * app to which the operating system gives the scheme. Null if it is no redirect URI.
 */
export function redirectUriKindOf(uri: string): RedirectUriKind | null {
  if (privateUseScheme.test(uri)) return 'private-use';
  const url = parse(uri);
  if (!url || !webOrigin.test(uri)) return null;
  if (loopbackHosts.has(url.hostname)) return 'loopback';
  return url.protocol === 'https:' ? 'site' : null;
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
