import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import express, { type Express, type Request, type Response } from 'express';
import { listening } from '../listening';
import { untilStopped } from '../running';

/** A request that a stand-in has got. */
export interface AskedProvider {
  method: string;
  /** The host of the request, as `127.0.0.1:8080`. */
  host: string;
  path: string;
  /** The fields of the body. */
  form: Record<string, string>;
}

export interface ProviderServer {
  app: Express;
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** The requests so far. */
  asked: AskedProvider[];
  close(): Promise<void>;
}

export async function startProviderServer(): Promise<ProviderServer> {
  const app = express();
  const asked: AskedProvider[] = [];
  app.disable('x-powered-by');
  app.use(express.urlencoded({ extended: false }));
  app.use((req, _res, next) => {
    asked.push({ method: req.method, host: req.headers.host ?? '', path: req.path, form: { ...req.body } });
    next();
  });
  const server = createServer(app);
  return {
    app,
    origin: await listening(server),
    asked,
    close: untilStopped(async () => {
      server.closeAllConnections();
      server.close();
    }),
  };
}

export const queryOf = (req: Request): URLSearchParams =>
  new URL(req.originalUrl, 'http://provider.invalid').searchParams;
export const formOf = (req: Request): URLSearchParams => new URLSearchParams(req.body);
export const bearerOf = (req: Request): string =>
  /^(?:Bearer|token) (.+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '';
export const randomToken = (): string => randomBytes(20).toString('hex');

/** Sends the browser to the redirect URI. Parameters that are undefined are left out. */
export function redirectWith(
  res: Response,
  redirectUri: string,
  parameters: Record<string, string | null | undefined>,
) {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, value);
  }
  res.redirect(302, url.href);
}

export interface OAuthClient {
  clientId: string;
  clientSecret: string;
}

/** Whether the request has the credentials of the client, in the body or, if the provider takes it, with HTTP Basic. */
export function isFrom(req: Request, client: OAuthClient, { basic }: { basic: boolean }): boolean {
  const [, encoded] = /^Basic (.+)$/i.exec(req.headers.authorization ?? '') ?? [];
  const form = formOf(req);
  const sent =
    encoded !== undefined && basic
      ? Buffer.from(encoded, 'base64').toString().split(':').map(decodeURIComponent)
      : [form.get('client_id'), form.get('client_secret')];
  return sent[0] === client.clientId && sent[1] === client.clientSecret;
}

/** What a code stands for. */
export interface CodeGrant<User> {
  user: User;
  redirectUri: string;
  codeChallenge: string | null;
  nonce: string | null;
  scopes: string[];
}

/** The codes of a provider. Each is for one use, one redirect URI and, with PKCE (S256), one verifier. */
export class AuthorizationCodes<User> {
  private readonly grants = new Map<string, CodeGrant<User>>();

  issue(query: URLSearchParams, user: User): string {
    const code = randomToken();
    this.grants.set(code, {
      user,
      redirectUri: query.get('redirect_uri') ?? '',
      codeChallenge: query.get('code_challenge'),
      nonce: query.get('nonce'),
      scopes: (query.get('scope') ?? '').split(/[ ,]/).filter(Boolean),
    });
    return code;
  }

  /** Returns null for a code that is unknown, used, or of another redirect URI or verifier. */
  redeem(form: URLSearchParams): CodeGrant<User> | null {
    const code = form.get('code') ?? '';
    const grant = this.grants.get(code);
    this.grants.delete(code);
    if (!grant || (form.get('redirect_uri') ?? '') !== grant.redirectUri) return null;
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    return grant.codeChallenge === null || challenge === grant.codeChallenge ? grant : null;
  }
}
