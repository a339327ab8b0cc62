import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { Configuration } from 'oidc-provider';
import { listening } from '../support/listening';
import { createProvider } from '../support/providers/openid-provider';
import { untilStopped } from '../support/running';
import { type AnsweringProvider, formOf, tokenAnswer } from './answering-provider';
import {
  allScopes,
  authorizeBase,
  type Changes,
  changed,
  type OracleClient,
  oracleClients,
  type Pairs,
} from './oracle-requests';
import { posted, redirected } from './outcome';

const accountId = 'ada';

const metadataOf = (client: OracleClient) => {
  const isService = client.redirectUris.length === 0;
  // Those of resources are allowed when the client names the resource.
  const scopes = client.scopes.filter((scope) => allScopes.includes(scope));
  return {
    client_id: client.id,
    ...(client.secret === null
      ? { token_endpoint_auth_method: 'none' }
      : { token_endpoint_auth_method: 'client_secret_basic', client_secret: client.secret }),
    redirect_uris: client.redirectUris,
    application_type: client.redirectUris.some((uri) => uri.startsWith('http:')) ? 'native' : 'web',
    grant_types: isService ? ['client_credentials'] : ['authorization_code', 'refresh_token'],
    response_types: isService ? [] : ['code'],
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
  };
};

/** Features that Gatehouse has only with a setting. */
type Features = Pick<Configuration, 'fetch'> & { features?: Configuration['features'] };

/** The certified library with the clients and the person of the tests. It has everything off that Gatehouse has not. */
export async function startCertifiedProvider({ features, ...changes }: Features = {}): Promise<AnsweringProvider> {
  const known: readonly OracleClient[] = Object.values(oracleClients).filter(({ disabled }) => !disabled);
  const clientWith = (id: string) => known.find((client) => client.id === id);
  const off = { enabled: false };
  const configuration: Configuration = {
    clients: known.map(metadataOf),
    jwks: {
      keys: [
        {
          ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
          alg: 'RS256',
          use: 'sig',
        },
      ],
    },
    // Browsers send no other cookies with a form of another site.
    cookies: { keys: ['signs-the-cookies'], long: { sameSite: 'none' } },
    enableHttpPostMethods: true,
    scopes: ['openid', 'offline_access', 'profile', 'email', 'phone', 'roles'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], phone: [], roles: ['roles'] },
    responseTypes: ['code'],
    pkce: { required: (_, { clientId }) => clientWith(clientId)?.pkceRequired ?? true },
    features: {
      devInteractions: off,
      resourceIndicators: off,
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true },
      revocation: { enabled: true },
      introspection: { enabled: true },
      ...features,
    },
    ttl: {
      AccessToken: 3600,
      ClientCredentials: 3600,
      IdToken: 3600,
      Interaction: 3600,
      RefreshToken: 3600,
      Session: 3600,
      Grant: 3600,
    },
    rotateRefreshToken: true,
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    // Who uses an application of the operator has nothing to allow.
    async loadExistingGrant({ oidc }) {
      const isAllowed = clientWith(oidc.client.clientId)?.firstParty || oidc.result?.consent;
      if (!isAllowed) return undefined;
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
      grant.addOIDCScope([...oidc.requestParamOIDCScopes]);
      for (const [resource, { scope }] of Object.entries(oidc.resourceServers)) grant.addResourceScope(resource, scope);
      await grant.save();
      return grant;
    },
    renderError(ctx, { error, error_description }) {
      ctx.type = 'text';
      ctx.body = `${error}: ${error_description}`;
    },
    ...changes,
  };
  const server = createServer(async (req, res) => {
    if (!req.url?.startsWith('/interaction/')) return void provider.callback()(req, res);
    const { prompt } = await provider.interactionDetails(req, res);
    if (!req.url.endsWith('/finish')) return void res.end(prompt.name);
    const result = prompt.name === 'login' ? { login: { accountId } } : { consent: {} };
    await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: true });
  });
  const issuer = await listening(server);
  const provider = await createProvider(issuer, configuration);

  /** Sends the request with the cookies of the person, and follows the redirects until something can be compared. */
  async function browse(
    { method, parameters }: { method: string; parameters: Pairs },
    cookies: Map<string, string>,
    { finishes = false } = {},
  ): Promise<{ outcome: string; location: string }> {
    const text = formOf(parameters);
    let sent: { url: string; init: RequestInit } =
      method === 'GET'
        ? { url: `${issuer}/auth?${text}`, init: {} }
        : {
            url: `${issuer}/auth`,
            init: { method, body: text, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
          };
    for (let steps = 0; steps < 10; steps += 1) {
      const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...sent.init.headers, Accept: 'text/html', Cookie };
      const response = await fetch(sent.url, { ...sent.init, headers, redirect: 'manual' });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const body = await response.text();
      const location = response.headers.get('location');
      if (location === null) return { outcome: pageOutcome(response, body), location: '' };
      const next = new URL(location, sent.url);
      if (next.origin !== issuer) return { outcome: redirected(next.href), location: next.href };
      if (next.pathname.startsWith('/interaction/') && finishes) next.pathname += '/finish';
      sent = { url: next.href, init: {} };
    }
    throw new Error('too many redirects');
  }

  function pageOutcome({ status, url }: Response, body: string): string {
    if (new URL(url).pathname.startsWith('/interaction/')) return `${body} page`;
    const fields = body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
    const form = Object.fromEntries([...fields].map(([, name, value]) => [name, value]));
    if (Object.keys(form).length > 0) return posted(form);
    return status >= 400 ? 'error page' : `page ${status}`;
  }

  const person = new Map<string, string>();
  const requestOf = (client: OracleClient, changes: Changes) => ({
    method: 'GET',
    parameters: changed(authorizeBase(client), changes),
  });
  await browse(requestOf(oracleClients.web, {}), person, { finishes: true });

  return {
    async authorize(request) {
      // Each request has a copy, so that none can sign the person out.
      return (await browse(request, new Map(request.isSignedIn ? person : []))).outcome;
    },
    async codeFor(name, changes) {
      // Otherwise, this library drops `offline_access`.
      const asks = String(changes.scope).includes('offline_access') ? { prompt: 'consent' } : {};
      const request = requestOf(oracleClients[name], { ...changes, ...asks });
      // Signs in anew: a consent gives the session of the library another id.
      const { location, outcome } = await browse(request, new Map(), { finishes: true });
      return { code: location === '' ? null : new URL(location).searchParams.get('code'), outcome };
    },
    async token(headers, form) {
      const url = `${issuer}/token`;
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
      return tokenAnswer(await fetch(url, { method: 'POST', headers: { ...type, ...headers }, body: formOf(form) }));
    },
    close: untilStopped(async () => {
      server.closeAllConnections();
      server.close();
    }),
  };
}
