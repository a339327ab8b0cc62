import { createHash } from 'node:crypto';

/** The requests that the oracle and Gatehouse answer. Each is a change of a request that succeeds. */

export type Pairs = readonly (readonly [string, string])[];
/** A value replaces the parameter, null removes it, and a list repeats it. */
export type Changes = Readonly<Record<string, string | null | readonly string[]>>;

const verifier = 'the-verifier-of-the-oracle-has-at-least-43-characters';
const challenge = createHash('sha256').update(verifier).digest('base64url');

export interface OracleClient {
  id: string;
  /** Null: a public client. */
  secret: string | null;
  redirectUris: readonly string[];
  scopes: readonly string[];
  firstParty: boolean;
  pkceRequired: boolean;
  disabled: boolean;
}

const app = 'https://app.example.com/callback';
export const allScopes = ['openid', 'profile', 'email', 'phone', 'roles', 'offline_access'];
/** Those of the resources, and one of the client. */
const ofResources = ['notes:read', 'notes:write', 'reports:read', 'other'];

const clientOf = (number: number, changes: Partial<OracleClient> = {}): OracleClient => ({
  id: `01a20e51-04c4-7d0a-9d3b-${String(number).padStart(12, '0')}`,
  secret: `the-secret-of-client-${number}-has-43-characters-as-others`,
  redirectUris: [app, `${app}?tenant=1`],
  scopes: allScopes,
  firstParty: true,
  pkceRequired: true,
  disabled: false,
  ...changes,
});

export const oracleClients = {
  web: clientOf(1),
  /** Need not send a challenge. */
  loose: clientOf(2, { pkceRequired: false }),
  native: clientOf(3, { secret: null, redirectUris: ['http://127.0.0.1/callback', 'http://[::1]/callback'] }),
  spa: clientOf(4, { secret: null }),
  thirdParty: clientOf(5, { firstParty: false }),
  narrow: clientOf(6, { scopes: ['openid', 'email'] }),
  service: clientOf(7, { redirectUris: [], scopes: [] }),
  disabled: clientOf(8, { disabled: true }),
  /** Those below ask for tokens for resources. */
  own: clientOf(9, { scopes: [...allScopes, ...ofResources] }),
  partner: clientOf(10, { scopes: [...allScopes, ...ofResources], firstParty: false }),
  reader: clientOf(11, { scopes: ['openid', 'email', 'offline_access', 'notes:read'], firstParty: false }),
  device: clientOf(12, {
    secret: null,
    redirectUris: ['http://127.0.0.1/callback'],
    scopes: [...allScopes, ...ofResources],
    firstParty: false,
  }),
  daemon: clientOf(13, { redirectUris: [], scopes: ofResources, firstParty: false }),
  ownDaemon: clientOf(14, { redirectUris: [], scopes: ofResources }),
} as const satisfies Record<string, OracleClient>;

export type ClientName = keyof typeof oracleClients;

export interface AuthorizeRequest {
  title: string;
  method: 'GET' | 'POST';
  /** Whether a person is signed in. */
  isSignedIn: boolean;
  parameters: Pairs;
}

export const changed = (base: Readonly<Record<string, string>>, changes: Changes): Pairs =>
  [...new Set([...Object.keys(base), ...Object.keys(changes)])].flatMap((name) => {
    const change = changes[name];
    const values = change === undefined ? [base[name] ?? ''] : change === null ? [] : [change].flat();
    return values.map((value): [string, string] => [name, value]);
  });

export const authorizeBase = (client: OracleClient): Record<string, string> => ({
  client_id: client.id,
  redirect_uri: client.redirectUris[0] ?? app,
  response_type: 'code',
  scope: 'openid email',
  state: 'the state &=+%/"',
  nonce: 'the-nonce',
  code_challenge: challenge,
  code_challenge_method: 'S256',
});

function authorize(
  title: string,
  changes: Changes = {},
  { client = 'web', ...others }: Partial<Pick<AuthorizeRequest, 'method' | 'isSignedIn'> & { client: ClientName }> = {},
): AuthorizeRequest {
  const parameters = changed(authorizeBase(oracleClients[client]), changes);
  return { title, method: 'GET', isSignedIn: true, parameters, ...others };
}

/** Each parameter of the request: missing, empty, twice and wrong. */
const wrongValues: Readonly<Record<string, string>> = {
  client_id: '01a20e51-04c4-7d0a-9d3b-999999999999',
  redirect_uri: 'https://evil.example.com/callback',
  response_type: 'token',
  scope: 'nothing known',
  state: '',
  nonce: '',
  code_challenge: 'too-short',
  code_challenge_method: 'S512',
};
const eachParameter: AuthorizeRequest[] = Object.entries(authorizeBase(oracleClients.web)).flatMap(([name, value]) => [
  authorize(`${name} missing`, { [name]: null }),
  authorize(`${name} empty`, { [name]: '' }),
  authorize(`${name} twice`, { [name]: [value, value] }),
  authorize(`${name} twice, with two values`, { [name]: [value, `${value}x`] }),
  ...(wrongValues[name] ? [authorize(`${name} wrong`, { [name]: wrongValues[name] })] : []),
]);

const redirectUri = (title: string, value: string, client: ClientName = 'web') =>
  authorize(`redirect URI ${title}`, { redirect_uri: value }, { client });
const redirectUris: AuthorizeRequest[] = [
  redirectUri('with the query that is registered', `${app}?tenant=1`),
  redirectUri('with another query', `${app}?tenant=2`),
  redirectUri('with a further query', `${app}?tenant=1&x=1`),
  redirectUri('with a query', `${app}?x=1`),
  redirectUri('with a slash at the end', `${app}/`),
  redirectUri('with a fragment', `${app}#x`),
  redirectUri('with a host in upper case', 'https://APP.example.com/callback'),
  redirectUri('with a path in upper case', 'https://app.example.com/Callback'),
  redirectUri('with http', 'http://app.example.com/callback'),
  redirectUri('with the default port', 'https://app.example.com:443/callback'),
  redirectUri('with another port', 'https://app.example.com:8443/callback'),
  redirectUri('with a user', 'https://user@app.example.com/callback'),
  redirectUri('with dot segments', 'https://app.example.com/x/../callback'),
  redirectUri('with an encoded character', 'https://app.example.com/%63allback'),
  redirectUri('with a backslash', 'https://app.example.com\\@evil.example.com/callback'),
  redirectUri('of a subdomain', 'https://evil.app.example.com/callback'),
  redirectUri('that is relative', '/callback'),
  redirectUri('of a script', 'javascript:alert(1)'),
  redirectUri('with white space', ` ${app}`),
  redirectUri('on a port of 127.0.0.1', 'http://127.0.0.1:51234/callback', 'native'),
  redirectUri('on a port of [::1]', 'http://[::1]:51234/callback', 'native'),
  redirectUri('on a port of localhost', 'http://localhost:51234/callback', 'native'),
  redirectUri('on a port of 127.0.0.2', 'http://127.0.0.2:51234/callback', 'native'),
  redirectUri('with another path on a port of 127.0.0.1', 'http://127.0.0.1:51234/other', 'native'),
  redirectUri('on a port of 127.0.0.1 with https', 'https://127.0.0.1:51234/callback', 'native'),
];

const each = (name: string, values: readonly string[], client: ClientName = 'web') =>
  values.map((value) => authorize(`${name}=${value}`, { [name]: value }, { client }));

const signedOut = { isSignedIn: false } as const;
const post = { method: 'POST' } as const;

export const authorizeRequests: readonly AuthorizeRequest[] = [
  authorize('a right request'),
  authorize('a right request, of a person who is not signed in', {}, signedOut),
  authorize('a right request with POST', {}, post),
  authorize('a right request with POST, of a person who is not signed in', {}, { ...post, ...signedOut }),
  ...eachParameter,
  ...redirectUris,

  ...each('response_type', [
    'id_token',
    'code token',
    'code id_token',
    'id_token token',
    'none',
    'code code',
    'CODE',
    'x',
  ]),
  authorize('state with 6000 characters', { state: 'x'.repeat(6000) }),
  authorize('state that is not ASCII', { state: 'ü' }),
  authorize('nonce with 4096 characters', { nonce: 'x'.repeat(4096) }),
  authorize('nonce with 4097 characters', { nonce: 'x'.repeat(4097) }),
  authorize('scope with 51 names', { scope: `openid ${'x '.repeat(50).trim()}` }),
  ...each('response_mode', ['query', 'form_post', 'fragment', 'jwt', 'web_message', 'x', '']),
  authorize('an error with response_mode=form_post', { response_mode: 'form_post', scope: 'nothing' }),
  authorize('an error with response_mode=fragment', { response_mode: 'fragment', scope: 'nothing' }),
  authorize('response_mode twice', { response_mode: ['query', 'form_post'] }),

  ...each('prompt', ['none', 'login', 'consent', 'select_account', 'login consent', 'none login', 'create', 'x', '']),
  authorize('prompt=none, of a person who is not signed in', { prompt: 'none' }, signedOut),
  authorize('prompt=login, of a person who is not signed in', { prompt: 'login' }, signedOut),
  authorize('prompt twice', { prompt: ['login', 'consent'] }),
  authorize('a third party', {}, { client: 'thirdParty' }),
  authorize('a third party with prompt=none', { prompt: 'none' }, { client: 'thirdParty' }),
  authorize(
    'a third party with prompt=none, not signed in',
    { prompt: 'none' },
    { client: 'thirdParty', ...signedOut },
  ),
  authorize('a third party, of a person who is not signed in', {}, { client: 'thirdParty', ...signedOut }),
  authorize('a third party with prompt=login', { prompt: 'login' }, { client: 'thirdParty' }),

  ...each('max_age', ['0', '10000', '-1', '1.5', 'x', '', '99999999999999999999']),
  authorize('max_age=0 with prompt=none', { max_age: '0', prompt: 'none' }),
  ...each('acr_values', ['aal1', 'aal2', 'x', 'aal2 aal1']),
  authorize('acr_values=aal2 with prompt=none', { acr_values: 'aal2', prompt: 'none' }),

  ...each('scope', [
    'openid',
    'openid openid',
    'email openid',
    'email',
    'openid nothing',
    'openid offline_access',
    'openid profile email phone roles',
    'openid  email',
    'openid "email"',
  ]),
  authorize('an own scope that the client may not ask for', { scope: 'openid profile' }, { client: 'narrow' }),
  authorize('only a scope that the client may not ask for', { scope: 'profile' }, { client: 'narrow' }),
  authorize('prompt=consent with offline_access', { scope: 'openid offline_access', prompt: 'consent' }),

  authorize('no challenge, which is required', { code_challenge: null, code_challenge_method: null }),
  authorize(
    'no challenge, of a public client',
    { code_challenge: null, code_challenge_method: null },
    { client: 'spa' },
  ),
  authorize(
    'no challenge, which is not required',
    { code_challenge: null, code_challenge_method: null },
    { client: 'loose' },
  ),
  authorize('a method without a challenge', { code_challenge: null }, { client: 'loose' }),
  authorize('a challenge with 42 characters', { code_challenge: challenge.slice(1) }),
  authorize('a challenge with 44 characters', { code_challenge: `${challenge}x` }),
  authorize('a challenge with 128 characters', { code_challenge: 'x'.repeat(128) }),
  authorize('a challenge with 129 characters', { code_challenge: 'x'.repeat(129) }),
  authorize('a challenge with a wrong character', { code_challenge: challenge.replace(/.$/, '=') }),
  ...each('code_challenge_method', ['plain', 's256']),

  authorize('a right request of a public client', {}, { client: 'spa' }),
  authorize('a client that is disabled', {}, { client: 'disabled' }),
  authorize('a client without redirect URIs', {}, { client: 'service' }),
  ...each('client_id', ['not-an-id', "' OR 1=1", '\u0000']),

  ...each('id_token_hint', ['x', 'eyJhbGciOiJub25lIn0.e30.', '']),
  ...each('login_hint', ['ada@example.com', 'x'.repeat(1000)]),
  ...each('ui_locales', ['de', 'xx yy', '']),
  ...each('claims_locales', ['de']),
  ...each('display', ['page', 'popup', 'touch', 'x']),
  ...each('claims', ['{"userinfo":{"name":{"essential":true}}}', 'x', '[]']),
  ...each('request', ['eyJhbGciOiJub25lIn0.e30.', '']),
  ...each('request_uri', ['https://app.example.com/request', 'x', '']),
  ...each('registration', ['{}']),
  ...each('extra', ['foobar']),
  ...each('resource', ['https://mcp.example.com/mcp', 'x#y']),
  authorize('an unknown parameter twice', { extra: ['1', '2'] }),
  authorize('a request object with the rest missing', { request: 'x', response_type: null, scope: null }),
  authorize('request and request_uri', { request: 'x', request_uri: 'https://app.example.com/request' }),
  ...each('dpop_jkt', ['x']),
  authorize('a wrong response type and a wrong scope', { response_type: 'token', scope: 'nothing' }),
  authorize('a wrong redirect URI and a wrong response type', { redirect_uri: `${app}/`, response_type: 'token' }),
  authorize('an unknown client and a wrong redirect URI', { client_id: 'x', redirect_uri: `${app}/` }),
  authorize(
    'everything empty',
    Object.fromEntries(Object.keys(authorizeBase(oracleClients.web)).map((name) => [name, ''])),
  ),
  { title: 'no parameters', method: 'GET', isSignedIn: true, parameters: [] },
  { title: 'no parameters with POST', method: 'POST', isSignedIn: true, parameters: [] },
];

export interface TokenRequest {
  title: string;
  /** Which client gets the code or the refresh token before. Null: none. */
  grantOf: ClientName | null;
  grant: 'code' | 'refresh token' | 'nothing';
  headers: Readonly<Record<string, string>>;
  /** Made with the code or the refresh token. */
  form(grant: string): Pairs;
  /** How the client of the grant gets tokens for its code. */
  redeem: { headers: Readonly<Record<string, string>>; form(code: string): Pairs };
  /** The requests before, with the same grant. Only the last answer is compared. */
  before: number;
}

type Way = 'basic' | 'post' | 'none' | 'nothing';

const basic = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

/** How a client authenticates: with HTTP Basic, or as a public one. */
export const authenticationOf = (client: OracleClient): { headers: Record<string, string>; form: Pairs } =>
  client.secret === null
    ? { headers: {}, form: [['client_id', client.id]] }
    : { headers: basic(client.id, client.secret), form: [] };

interface TokenChanges {
  /** Which client sends the request. */
  as?: ClientName;
  way?: Way;
  grantOf?: ClientName;
  secret?: string;
  before?: number;
  headers?: Record<string, string>;
}

const redeemOf = (client: OracleClient): TokenRequest['redeem'] => ({
  headers: authenticationOf(client).headers,
  form: (code) => [...Object.entries({ ...redeemBase(client), code }), ...authenticationOf(client).form],
});

export const redeemBase = (client: OracleClient): Record<string, string> => ({
  grant_type: 'authorization_code',
  redirect_uri: client.redirectUris[0] ?? app,
  code_verifier: verifier,
});

function token(
  title: string,
  grant: TokenRequest['grant'],
  base: Readonly<Record<string, string>>,
  changes: Changes,
  { as = 'web', way, grantOf = as, secret, before = 0, headers = {} }: TokenChanges,
): TokenRequest {
  const client: OracleClient = oracleClients[as];
  const used = secret ?? client.secret ?? '';
  const chosen = way ?? (client.secret === null ? 'none' : 'basic');
  const authentication: Record<Way, Record<string, string>> = {
    basic: {},
    post: { client_id: client.id, client_secret: used },
    none: { client_id: client.id },
    nothing: {},
  };
  const parameter = grant === 'code' ? 'code' : 'refresh_token';
  return {
    title,
    grant,
    grantOf: grant === 'nothing' ? null : grantOf,
    before,
    redeem: redeemOf(oracleClients[grantOf]),
    headers: { ...(chosen === 'basic' && basic(client.id, used)), ...headers },
    form: (value) =>
      changed(
        { ...base, ...(grant !== 'nothing' && { [parameter]: value }), ...authentication[chosen] },
        Object.fromEntries(
          Object.entries(changes).map(([name, change]) => [
            name,
            Array.isArray(change) ? change.map((one) => (one === '<grant>' ? value : one)) : change,
          ]),
        ),
      ),
  };
}

const code = (title: string, changes: Changes = {}, how: TokenChanges = {}) =>
  token(`code: ${title}`, 'code', redeemBase(oracleClients[how.grantOf ?? how.as ?? 'web']), changes, how);
const refresh = (title: string, changes: Changes = {}, how: TokenChanges = {}) =>
  token(`refresh: ${title}`, 'refresh token', { grant_type: 'refresh_token' }, changes, how);
const nothing = (title: string, base: Readonly<Record<string, string>>, how: TokenChanges = {}) =>
  token(title, 'nothing', base, {}, how);

export const tokenRequests: readonly TokenRequest[] = [
  code('right'),
  code('right, of a public client', {}, { as: 'spa' }),
  code('right, of a native client', {}, { as: 'native' }),
  code('right, of a third party', {}, { as: 'thirdParty' }),
  code('grant_type missing', { grant_type: null }),
  code('grant_type empty', { grant_type: '' }),
  code('grant_type twice', { grant_type: ['authorization_code', 'authorization_code'] }),
  ...['implicit', 'password', 'urn:ietf:params:oauth:grant-type:device_code', 'x', 'client_credentials'].map((type) =>
    code(`grant_type=${type}`, { grant_type: type }),
  ),
  code('code missing', { code: null }),
  code('code empty', { code: '' }),
  code('code twice', { code: ['<grant>', '<grant>'] }),
  code('code unknown', { code: 'x'.repeat(43) }),
  code('redirect_uri missing', { redirect_uri: null }),
  code('redirect_uri empty', { redirect_uri: '' }),
  code('redirect_uri twice', { redirect_uri: [app, app] }),
  code('redirect_uri wrong', { redirect_uri: `${app}/` }),
  code('redirect_uri that is registered, too', { redirect_uri: `${app}?tenant=1` }),
  code('code_verifier missing', { code_verifier: null }),
  code('code_verifier missing, of a public client', { code_verifier: null }, { as: 'spa' }),
  code('code_verifier empty', { code_verifier: '' }),
  code('code_verifier twice', { code_verifier: [verifier, verifier] }),
  code('code_verifier wrong', { code_verifier: verifier.replace('the', 'The') }),
  code('code_verifier short', { code_verifier: 'x' }),
  code('code_verifier is the challenge', { code_verifier: challenge }),
  code('with the client secret in the form, of a client with HTTP Basic', {}, { way: 'post' }),
  code('with HTTP Basic and the client secret in the form', { client_secret: oracleClients.web.secret }),
  code('with HTTP Basic and the client id in the form', { client_id: oracleClients.web.id }),
  code('with HTTP Basic and another client id in the form', { client_id: oracleClients.loose.id }),
  code('with a wrong secret', {}, { secret: 'x'.repeat(43) }),
  code('with a wrong secret in the form', {}, { secret: 'x'.repeat(43), way: 'post' }),
  code('with the client id alone, of a client with a secret', {}, { way: 'none' }),
  code('without a client', {}, { way: 'nothing' }),
  code('with HTTP Basic without a secret, of a public client', {}, { as: 'spa', way: 'basic' }),
  code('with a secret, of a public client', {}, { as: 'spa', way: 'post', secret: 'x'.repeat(43) }),
  code('of an unknown client', { client_id: 'x', client_secret: 'x' }, { way: 'nothing' }),
  code('of a client that is disabled', {}, { as: 'disabled', grantOf: 'web' }),
  code('of another client', {}, { as: 'loose', grantOf: 'web' }),
  code('of a public client, sent by another public client', {}, { as: 'native', grantOf: 'spa' }),
  code('of a service', {}, { as: 'service', grantOf: 'web' }),
  code('with a malformed Authorization header', {}, { headers: { Authorization: 'Basic x' } }),
  code('with a bearer token as client', {}, { headers: { Authorization: 'Bearer x' } }),
  code('a second time', {}, { before: 1 }),
  code('a second time, of a public client', {}, { as: 'spa', before: 1 }),
  code('with an unknown parameter', { extra: '1' }),
  code('with an unknown parameter twice', { extra: ['1', '2'] }),
  code('with JSON', {}, { headers: { 'Content-Type': 'application/json' } }),
  refresh('right'),
  refresh('right, of a public client', {}, { as: 'spa' }),
  refresh('refresh_token missing', { refresh_token: null }),
  refresh('refresh_token empty', { refresh_token: '' }),
  refresh('refresh_token twice', { refresh_token: ['<grant>', '<grant>'] }),
  refresh('refresh_token unknown', { refresh_token: 'x'.repeat(43) }),
  refresh('of another client', {}, { as: 'loose', grantOf: 'web' }),
  refresh('without a client', {}, { way: 'nothing' }),
  refresh('with a wrong secret', {}, { secret: 'x'.repeat(43) }),
  refresh('with fewer scopes', { scope: 'openid' }),
  refresh('with more scopes', { scope: 'openid email profile offline_access' }),
  refresh('with an unknown scope', { scope: 'openid nothing' }),
  refresh('with an empty scope', { scope: '' }),
  refresh('a second time', {}, { before: 1 }),
  nothing('client credentials: right', { grant_type: 'client_credentials' }, { as: 'service' }),
  nothing('client credentials: a wrong secret', { grant_type: 'client_credentials' }, { as: 'service', secret: 'x' }),
  nothing('client credentials: of a public client', { grant_type: 'client_credentials' }, { as: 'spa' }),
  nothing('client credentials: with openid', { grant_type: 'client_credentials', scope: 'openid' }, { as: 'service' }),
  nothing('an empty form', {}, { as: 'web' }),
  nothing('an empty form without a client', {}, { way: 'nothing' }),
];
