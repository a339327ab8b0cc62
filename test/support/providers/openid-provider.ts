import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';
import { listening } from '../listening';
import { untilStopped } from '../running';

/** An account with the claims that Google gives. `hd` is the domain of an account of Google Workspace. */
export interface OpenidAccount {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  name?: string;
  hd?: string;
}

export interface OpenidProvider {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** By `sub`. A test can change them. */
  accounts: Map<string, OpenidAccount>;
  /** Whether the person cancels: then `error=access_denied` comes back. */
  cancels: boolean;
  /** Adds or replaces the account. The following logins are logins of this person. */
  signInAs(account: OpenidAccount): void;
  close(): Promise<void>;
}

export const googleAccount: OpenidAccount = {
  sub: '110169484474386276334',
  email: 'ada.lovelace@gmail.com',
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Lovelace',
  name: 'Ada Lovelace',
};

/** Takes 100 ms, so once for all providers of a worker. */
let key: object | undefined;
const signingKey = () => {
  key ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  return { ...key, alg: 'RS256', use: 'sig', kid: 'of-the-provider' };
};

/**
 * The certified `oidc-provider` as Google: RS256, PKCE, a confidential client, and the claims in the ID token. The
 * person has to do nothing: the provider redirects through its login at once. A browser that comes again is not
 * recognized, so a test decides with `signInAs` who comes.
 */
export async function startOpenidProvider({
  redirectUris,
  account = googleAccount,
}: {
  redirectUris: readonly string[];
  account?: OpenidAccount;
}): Promise<OpenidProvider> {
  const clientId = 'gatehouse';
  const clientSecret = 'the-secret-of-gatehouse-at-the-provider';
  const accounts = new Map<string, OpenidAccount>();
  let current = account;
  let provider: Provider;
  const configuration: Configuration = {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
    jwks: { keys: [signingKey()] },
    cookies: { keys: ['signs-the-cookies'] },
    claims: {
      openid: ['sub', 'hd'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name'],
    },
    // Google's ID tokens have the claims, not only its userinfo.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    // Without these, the package advises to set them.
    ttl: { AccessToken: 3600, IdToken: 3600, Interaction: 3600, Session: 3600, Grant: 3600 },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount(_, sub) {
      const found = accounts.get(sub);
      return found && { accountId: sub, claims: () => ({ ...found }) };
    },
    // Consent to everything, as for an app that the person has used before.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
      grant.addOIDCScope(oidc.params.scope);
      await grant.save();
      return grant;
    },
    renderError(ctx, { error, error_description }) {
      ctx.type = 'text';
      ctx.body = `${error}: ${error_description}`;
    },
  };
  let handle: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '', 'http://127.0.0.1');
    // The provider forgets the browser.
    if (pathname === '/auth') delete req.headers.cookie;
    if (!pathname.startsWith('/interaction/')) return void handle(req, res);
    const result = openidProvider.cancels
      ? { error: 'access_denied', error_description: 'The person has cancelled.' }
      : { login: { accountId: current.sub } };
    provider.interactionFinished(req, res, result).catch((error: Error) => res.writeHead(400).end(error.message));
  });
  const issuer = await listening(server);
  provider = await createProvider(issuer, configuration);
  handle = provider.callback();
  const openidProvider: OpenidProvider = {
    issuer,
    clientId,
    clientSecret,
    accounts,
    cancels: false,
    signInAs(person) {
      accounts.set(person.sub, person);
      current = person;
    },
    close: untilStopped(async () => {
      server.closeAllConnections();
      server.close();
    }),
  };
  openidProvider.signInAs(account);
  return openidProvider;
}

export const createProvider = (issuer: string, configuration: Partial<Configuration>): Promise<Provider> =>
  quietly(async () => new (await import('oidc-provider')).default(issuer, configuration));

export const providerErrors = () => quietly(async () => (await import('oidc-provider')).errors);

/** The package warns, as it must in production: of Node 20, and of an adapter that keeps everything in memory. */
async function quietly<Result>(run: () => Promise<Result>): Promise<Result> {
  const { warn } = console;
  console.warn = () => {};
  try {
    return await run();
  } finally {
    console.warn = warn;
  }
}
