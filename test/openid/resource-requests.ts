import type { AnsweringProvider, TokenAnswer } from './answering-provider';
import {
  authenticationOf,
  type Changes,
  type ClientName,
  changed,
  type OracleClient,
  oracleClients,
  redeemBase,
} from './oracle-requests';

/** The requests with `resource` (RFC 8707) that the oracle and Gatehouse answer. */

const notes = 'https://mcp.example.com/mcp';
const mails = 'https://mails.example.com';
const reports = 'https://reports.example.com/v1';

/** As in RESOURCES. */
export const resourceFile = {
  [notes]: {
    name: 'Notes',
    open_to: 'any',
    scopes: { 'notes:read': { en: 'Read your notes' }, 'notes:write': { en: 'Change your notes' } },
    default_scopes: ['notes:read'],
  },
  [mails]: { name: 'Mails', open_to: 'registered', scopes: { 'notes:read': { en: 'Read the notes in your mails' } } },
  [reports]: { name: 'Reports', open_to: 'first_party', scopes: { 'reports:read': { en: 'Read the reports' } } },
} as const;

/** The scopes of a resource that are for the client. Null: the resource is not. */
export function scopeOfResource(id: string, client: OracleClient): string | null {
  const found = Object.entries(resourceFile).find(([resource]) => resource === id)?.[1];
  if (!found || (found.open_to === 'first_party' && !client.firstParty)) return null;
  return Object.keys(found.scopes)
    .filter((scope) => client.scopes.includes(scope))
    .join(' ');
}

export interface ResourceRequest {
  title: string;
  client: ClientName;
  /** Changes of the authorization request. Null: the client asks for itself. */
  asks: Changes | null;
  /** Changes of each token request: with the code, and, once there is one, with the last refresh token. */
  forms: readonly Changes[];
}

/** Sends the requests one after the other, and returns the last answer. */
export async function resourceOutcome(provider: AnsweringProvider, request: ResourceRequest): Promise<string> {
  const { asks, forms } = request;
  const client = oracleClients[request.client];
  const { headers, form } = authenticationOf(client);
  let grant: Record<string, string> = { grant_type: 'client_credentials' };
  if (asks) {
    const { code, outcome } = await provider.codeFor(request.client, { nonce: null, ...asks });
    if (code === null) return outcome;
    grant = { ...redeemBase(client), code };
  }
  let last = '';
  for (const changes of forms) {
    const answer = await provider.token(headers, [...changed(grant, changes), ...form]);
    const { refresh_token: next } = answer.body;
    if (typeof next === 'string') grant = { grant_type: 'refresh_token', refresh_token: next };
    last = accessIn(answer);
  }
  return last;
}

/** For what the access token is, with which scopes, and what else is there; or the error. */
function accessIn({ outcome, body }: TokenAnswer): string {
  if (typeof body.access_token !== 'string') return outcome;
  const claims = claimsOf(body.access_token);
  const audience = String(claims?.aud);
  const isForResource = Object.keys(resourceFile).includes(audience);
  const [inToken, answered] = [sorted(isForResource ? claims?.scope : body.scope), sorted(body.scope)];
  const others = ['id_token', 'refresh_token'].filter((name) => name in body);
  const parts = [`${isForResource ? audience : 'no resource'}: ${inToken}`, ...others];
  return [...parts, ...(inToken === answered ? [] : [`scope=${answered}`])].join(', ');
}

/** Null: the token is not a JWT. */
function claimsOf(token: string): { aud?: unknown; scope?: unknown } | null {
  const [, payload, signature] = token.split('.');
  return signature && payload ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : null;
}

const sorted = (scope: unknown): string => (scope ? String(scope).split(' ').sort().join(' ') : 'none');

const scope = 'notes:read notes:write';

/** A code for the resource, and a token with the code. */
const asked = (title: string, changes: Changes, client: ClientName = 'own'): ResourceRequest => ({
  title: `authorize: ${title}${client === 'own' ? '' : `, of ${client}`}`,
  client,
  asks: { scope, resource: notes, ...changes },
  forms: [{}],
});
/** A code for notes, and a token with the code. */
const redeemed = (title: string, asks: Changes, ...forms: Changes[]): ResourceRequest => ({
  title: `code: ${title}`,
  client: 'own',
  asks: { scope, resource: notes, ...asks },
  forms,
});
/** Tokens for notes, and then others with the refresh token. */
const refreshed = (title: string, ...forms: Changes[]): ResourceRequest => ({
  title: `refresh: ${title}`,
  client: 'partner',
  asks: { scope: `${scope} offline_access`, resource: notes },
  forms: [{}, ...forms],
});
const credentials = (title: string, form: Changes, client: ClientName = 'daemon'): ResourceRequest => ({
  title: `client credentials: ${title}${client === 'daemon' ? '' : `, of ${client}`}`,
  client,
  asks: null,
  forms: [form],
});

/** Each is sent to both endpoints. */
const otherTexts: Readonly<Record<string, string | readonly string[]>> = {
  empty: '',
  unknown: 'https://other.example.com',
  'twice, the same': [notes, notes],
  'twice, two known ones': [notes, mails],
  'twice, one of them unknown': [notes, 'https://other.example.com'],
  'two in one value': `${notes} ${mails}`,
  'with a fragment': `${notes}#a`,
  'with an empty fragment': `${notes}#`,
  'a relative path': '/mcp',
  'without a scheme': '//mcp.example.com/mcp',
  'a word': 'notes',
  'with a slash behind the path': `${notes}/`,
  'with an upper-case host': 'https://MCP.example.com/mcp',
  'with an upper-case scheme': 'HTTPS://mcp.example.com/mcp',
  'with an upper-case path': 'https://mcp.example.com/MCP',
  'with the default port': 'https://mcp.example.com:443/mcp',
  'with a query': `${notes}?a=b`,
  'with white space': ` ${notes}`,
};

const atEachEndpoint = Object.entries(otherTexts).flatMap(([title, resource]) => [
  asked(title, { resource }),
  redeemed(title, {}, { resource }),
]);

export const resourceRequests: readonly ResourceRequest[] = [
  ...(['own', 'partner', 'device', 'reader'] as const).flatMap((client) => [
    asked('notes', {}, client),
    asked('mails', { resource: mails }, client),
    asked('reports', { resource: reports, scope: 'reports:read' }, client),
    asked('no resource', { resource: null, scope: 'openid email' }, client),
  ]),
  ...atEachEndpoint,
  asked('another port', { resource: 'https://mcp.example.com:8443/mcp' }),
  asked('another scheme', { resource: 'http://mcp.example.com/mcp' }),
  asked('a user', { resource: 'https://user@mcp.example.com/mcp' }),
  asked('dot segments', { resource: 'https://mcp.example.com/x/../mcp' }),
  asked('an encoded character', { resource: 'https://mcp.example.com/%6dcp' }),
  asked('without the path', { resource: 'https://mcp.example.com' }),
  asked('a subdomain', { resource: 'https://a.mcp.example.com/mcp' }),
  asked('a URN', { resource: 'urn:example:notes' }),
  asked('a script', { resource: 'javascript:alert(1)' }),
  asked('not ASCII', { resource: `${notes}ü` }),
  asked('a NUL', { resource: `${notes}\u0000` }),
  asked('2000 characters', { resource: notes.padEnd(2000, 'x') }),
  asked('the slash of a URL parser', { resource: `${mails}/` }),
  asked('two slashes', { resource: `${mails}//` }),

  asked('one of two scopes', { scope: 'notes:write' }),
  asked('no scope', { scope: null }),
  asked('no scope, and no default', { scope: null, resource: reports }),
  asked('an empty scope', { scope: '' }),
  asked('a scope twice', { scope: 'notes:read notes:read' }),
  asked('an unknown scope beside a known one', { scope: 'notes:read notes:delete' }),
  asked('an unknown scope', { scope: 'notes:delete' }),
  asked('a scope of another resource', { scope: 'reports:read' }),
  asked('a scope of another resource beside its own', { scope: 'notes:read reports:read' }),
  asked('a scope of the client', { scope: 'other' }),
  asked('a scope of the client beside its own', { scope: 'notes:read other' }),
  asked('a scope that the client may not have', { scope: 'notes:write' }, 'reader'),
  asked('a scope with the name of another resource', { scope, resource: mails }, 'partner'),
  asked('a scope without its resource', { scope: 'notes:read', resource: null }),
  asked('a scope without its resource beside openid', { scope: 'openid notes:read', resource: null }),
  asked('openid', { scope: 'openid' }),
  asked('openid', { scope: 'openid' }, 'partner'),
  asked('openid and a scope', { scope: 'openid notes:read' }),
  asked('openid and a scope', { scope: 'openid notes:read' }, 'partner'),
  asked('everything of a person and a scope', { scope: 'openid profile email phone notes:read' }, 'partner'),
  asked('roles and a scope', { scope: 'roles notes:read' }, 'partner'),
  asked('offline_access and a scope', { scope: 'offline_access notes:read' }, 'partner'),
  asked('offline_access', { scope: 'offline_access' }, 'partner'),
  asked('a wrong resource and a wrong scope', { resource: 'x', scope: 'notes:delete' }),
  asked('a wrong resource and a wrong response type', { resource: 'x', response_type: 'x' }),

  redeemed('the same resource', {}, { resource: notes }),
  redeemed('another resource', {}, { resource: mails }),
  { ...redeemed('a resource that is not for the client', {}, { resource: reports }), client: 'partner' },
  redeemed('no resource, but the code has one', {}, {}),
  redeemed('a resource, but the code has none', { resource: null, scope: 'openid email' }, { resource: notes }),
  redeemed('as the code, which has a slash', { resource: `${mails}/`, scope: 'notes:read' }, { resource: `${mails}/` }),
  redeemed('the right resource after a wrong one', {}, { resource: mails }, { resource: notes }),
  redeemed('a second time', {}, {}, {}),
  redeemed('a scope', {}, { scope: 'notes:read' }),

  refreshed('no resource', {}),
  refreshed('the same resource', { resource: notes }),
  refreshed('another resource', { resource: mails }),
  refreshed('an unknown resource', { resource: 'https://other.example.com' }),
  refreshed('a resource that is not for the client', { resource: reports }),
  refreshed('a resource twice', { resource: [notes, notes] }),
  refreshed('a slash behind the path', { resource: `${notes}/` }),
  refreshed('a fragment', { resource: `${notes}#a` }),
  refreshed('the right resource after a wrong one', { resource: mails }, { resource: notes }),
  refreshed('a third time', {}, {}),
  refreshed('fewer scopes', { scope: 'notes:read' }),
  refreshed('fewer scopes, and then no scope', { scope: 'notes:read' }, {}),
  refreshed('more scopes', { scope: `${scope} email` }),
  refreshed('a scope of another resource', { scope: 'reports:read' }),
  refreshed('an unknown scope', { scope: 'notes:delete' }),
  {
    ...refreshed('with openid', { resource: notes }),
    asks: { scope: 'openid offline_access notes:read', resource: notes },
  },
  {
    ...refreshed('with openid and no resource', {}),
    asks: { scope: 'openid offline_access notes:read', resource: notes },
  },
  {
    ...refreshed('a resource, but the code had none', { resource: notes }),
    asks: { scope: 'openid offline_access', resource: null },
  },

  credentials('notes', { resource: notes, scope }),
  credentials('mails', { resource: mails, scope: 'notes:read' }),
  credentials('reports', { resource: reports, scope: 'reports:read' }),
  credentials('reports', { resource: reports, scope: 'reports:read' }, 'ownDaemon'),
  credentials('unknown', { resource: 'https://other.example.com', scope }),
  credentials('twice', { resource: [notes, notes], scope }),
  credentials('two resources', { resource: [notes, mails], scope }),
  credentials('with a fragment', { resource: `${notes}#a`, scope }),
  credentials('a relative path', { resource: '/mcp', scope }),
  credentials('with an upper-case host', { resource: 'https://MCP.example.com/mcp', scope }),
  credentials('one of two scopes', { resource: notes, scope: 'notes:write' }),
  credentials('no scope', { resource: notes }),
  credentials('no scope, and no default', { resource: mails }),
  credentials('an unknown scope', { resource: notes, scope: 'notes:delete' }),
  credentials('a scope of another resource', { resource: notes, scope: 'reports:read' }),
  credentials('a scope of another resource beside its own', { resource: notes, scope: 'notes:read reports:read' }),
  credentials('openid', { resource: notes, scope: 'openid' }),
];
