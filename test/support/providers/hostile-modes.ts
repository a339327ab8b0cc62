/**
 * How a provider, or anyone who can answer in its place, may misbehave. `protocol`: the login must fail. `network`: the
 * login fails or not, but within the limits of time and size, and without a request to another host. `address`: the
 * protocol is right, and what the provider says of the person is worth nothing.
 */
interface DescribedMode {
  name: string;
  kind: 'protocol' | 'network' | 'address';
  does: string;
}

export const hostileModes = [
  { name: 'wrong issuer', kind: 'protocol', does: 'The ID token has the issuer of another provider.' },
  { name: 'wrong audience', kind: 'protocol', does: 'The ID token is for another client.' },
  { name: 'foreign azp', kind: 'protocol', does: 'The ID token is for two clients, and the other one asked for it.' },
  { name: 'no azp', kind: 'protocol', does: 'The ID token is for two clients, and does not say which one asked.' },
  { name: 'wrong nonce', kind: 'protocol', does: 'The ID token has the nonce of another login.' },
  { name: 'no nonce', kind: 'protocol', does: 'The ID token has no nonce.' },
  { name: 'alg none', kind: 'protocol', does: 'The ID token has the algorithm none and no signature.' },
  {
    name: 'alg none announced',
    kind: 'protocol',
    does: 'The ID token has the algorithm none, and the discovery document lists it.',
  },
  {
    name: 'HS256 with the public key',
    kind: 'protocol',
    does: 'The ID token is signed with HMAC, and the key is the PEM of the public RSA key.',
  },
  {
    name: 'HS256 with the client secret',
    kind: 'protocol',
    does: 'The ID token is signed with HMAC, and the key is the client secret.',
  },
  {
    name: 'HS256 announced',
    kind: 'protocol',
    does: 'The ID token is signed with HMAC and the public key, and the discovery document lists HS256.',
  },
  { name: 'another key', kind: 'protocol', does: 'The ID token is signed with an unknown key, with the known key id.' },
  { name: 'unknown kid', kind: 'protocol', does: 'The ID token is signed with an unknown key, with its own key id.' },
  { name: 'key in the header', kind: 'protocol', does: 'The ID token is signed with the key that its header has.' },
  { name: 'signature cut off', kind: 'protocol', does: 'The ID token has the algorithm RS256 and an empty signature.' },
  { name: 'expired', kind: 'protocol', does: 'The ID token expired an hour ago.' },
  { name: 'no expiry', kind: 'protocol', does: 'The ID token has no exp.' },
  { name: 'issued in the future', kind: 'protocol', does: 'The ID token is issued in an hour.' },
  { name: 'issued long ago', kind: 'protocol', does: 'The ID token was issued a day ago, and has not expired.' },
  { name: 'no iat', kind: 'protocol', does: 'The ID token does not say when it was issued.' },
  { name: 'no sub', kind: 'protocol', does: 'The ID token has no sub.' },
  { name: 'empty sub', kind: 'protocol', does: 'The sub is an empty text.' },
  {
    name: 'sub of 10,000 characters',
    kind: 'protocol',
    does: 'The sub has more than the 255 characters of OIDC Core.',
  },
  { name: 'sub with NUL', kind: 'protocol', does: 'The sub has a NUL character.' },
  { name: 'sub with half a character', kind: 'protocol', does: 'The sub has a lone surrogate.' },
  { name: 'sub with an umlaut', kind: 'protocol', does: 'The sub has a letter that is not in ASCII.' },
  { name: 'sub is a number', kind: 'protocol', does: 'The sub is a number.' },
  {
    name: "other's code",
    kind: 'protocol',
    does: 'The code is of the login of somebody else: the ID token has his sub and his nonce.',
  },
  { name: 'no ID token', kind: 'protocol', does: 'The token endpoint answers without an ID token.' },
  { name: 'iss of another provider', kind: 'protocol', does: 'The callback has the iss of another provider (mix-up).' },
  { name: 'no iss', kind: 'protocol', does: 'The callback has no iss, although the discovery document announces it.' },
  { name: 'wrong state', kind: 'protocol', does: 'The callback has the state of another login.' },
  { name: 'discovery of another issuer', kind: 'protocol', does: 'The discovery document has another issuer.' },
  { name: 'userinfo of somebody else', kind: 'protocol', does: 'The sub of userinfo is not that of the ID token.' },

  { name: 'discovery fails', kind: 'network', does: 'The discovery document is answered with 500.' },
  { name: 'discovery unavailable', kind: 'network', does: 'The discovery document is answered with 503.' },
  { name: 'discovery slow', kind: 'network', does: 'The discovery document takes `slowMs` milliseconds.' },
  { name: 'discovery endless', kind: 'network', does: 'The discovery document never ends.' },
  { name: 'discovery redirects', kind: 'network', does: 'The discovery document is at another host (302).' },
  { name: 'token endpoint fails', kind: 'network', does: 'The token endpoint answers 500.' },
  { name: 'token endpoint silent', kind: 'network', does: 'The token endpoint never answers.' },
  { name: 'token endpoint resets', kind: 'network', does: 'The token endpoint closes the connection.' },
  {
    name: 'token endpoint stops halfway',
    kind: 'network',
    does: 'The token endpoint sends half an answer, and waits.',
  },
  { name: 'token endpoint endless', kind: 'network', does: 'The answer of the token endpoint never ends.' },
  { name: 'token endpoint large', kind: 'network', does: 'The answer of the token endpoint is right, and 1 MB long.' },
  { name: 'token endpoint HTML', kind: 'network', does: 'The token endpoint answers 200 with a page.' },
  { name: 'token endpoint redirects', kind: 'network', does: 'The token endpoint redirects to another host (302).' },
  {
    name: 'token endpoint redirects the body',
    kind: 'network',
    does: 'The token endpoint redirects to another host with 307: a client that follows sends the secret there.',
  },
  { name: 'keys fail', kind: 'network', does: 'The key set is answered with 500.' },
  { name: 'keys redirect', kind: 'network', does: 'The key set is at another host (302).' },
  { name: 'keys endless', kind: 'network', does: 'The key set never ends.' },
  { name: 'userinfo fails', kind: 'network', does: 'The userinfo endpoint answers 500.' },
  { name: 'userinfo limited', kind: 'network', does: 'The userinfo endpoint answers 429, for 30 seconds.' },
  { name: 'userinfo silent', kind: 'network', does: 'The userinfo endpoint never answers.' },
  { name: 'userinfo large', kind: 'network', does: 'The answer of the userinfo endpoint is right, and 1 MB long.' },

  { name: 'email_verified "false"', kind: 'address', does: 'email_verified is the text false.' },
  { name: 'email_verified 1', kind: 'address', does: 'email_verified is the number 1.' },
  { name: 'email_verified false', kind: 'address', does: 'email_verified is false.' },
  { name: 'no email_verified', kind: 'address', does: 'There is no email_verified.' },
  { name: 'no email', kind: 'address', does: 'There is no address, but email_verified is true.' },
  { name: 'email is a list', kind: 'address', does: 'The address is a list of two addresses.' },
  { name: 'email with control characters', kind: 'address', does: 'The address has a line break and a header.' },
  { name: 'email is no address', kind: 'address', does: 'The address is a text without an @.' },
  { name: 'names with control characters', kind: 'address', does: 'The names have line breaks, NUL and RTL marks.' },
  { name: 'names of 10,000 characters', kind: 'address', does: 'Each name has 10,000 characters.' },
  { name: 'names are objects', kind: 'address', does: 'The names are objects.' },
] as const satisfies readonly DescribedMode[];

type OneOf = (typeof hostileModes)[number];
export type HostileMode = OneOf['name'];
export type ModeOf<Kind extends DescribedMode['kind']> = Extract<OneOf, { kind: Kind }>['name'];

/** The names of the modes of one kind, for `test.each`. */
export const modesOf = <Kind extends DescribedMode['kind']>(kind: Kind): ModeOf<Kind>[] =>
  hostileModes.filter((mode) => mode.kind === kind).map(({ name }) => name as ModeOf<Kind>);
