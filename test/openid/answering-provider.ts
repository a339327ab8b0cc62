import type { AuthorizeRequest, Changes, ClientName, Pairs, TokenRequest } from './oracle-requests';

/** A provider that is asked. An outcome is a line that can be compared: see outcome.ts. */
export interface AnsweringProvider {
  authorize(request: AuthorizeRequest): Promise<string>;
  /** Signs the person in to the client, which the person allows everything. The code is null if the client gets none. */
  codeFor(client: ClientName, changes: Changes): Promise<{ code: string | null; outcome: string }>;
  token(headers: Readonly<Record<string, string>>, form: Pairs): Promise<TokenAnswer>;
  close(): Promise<void>;
}

export interface TokenAnswer {
  outcome: string;
  body: Readonly<Record<string, unknown>>;
}

/** Gets what the request needs, sends the request as often as it says, and returns the last outcome. */
export async function tokenOutcome(provider: AnsweringProvider, request: TokenRequest): Promise<string> {
  const grant = await grantFor(provider, request);
  let last = '';
  for (let sent = 0; sent <= request.before; sent += 1) {
    last = (await provider.token(request.headers, request.form(grant))).outcome;
  }
  return last;
}

async function grantFor(provider: AnsweringProvider, { grant, grantOf, redeem }: TokenRequest): Promise<string> {
  if (grantOf === null) return '';
  const scope = grant === 'code' ? 'openid email' : 'openid email offline_access';
  const signedIn = await provider.codeFor(grantOf, { scope });
  if (signedIn.code === null) throw new Error(`no code, but ${signedIn.outcome}`);
  if (grant === 'code') return signedIn.code;
  const { outcome, body } = await provider.token(redeem.headers, redeem.form(signedIn.code));
  if (typeof body.refresh_token !== 'string') throw new Error(`no refresh token, but ${outcome}`);
  return body.refresh_token;
}

/** The answer of a token endpoint: the names of what it has, or the error. */
export async function tokenAnswer(response: Response): Promise<TokenAnswer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const body: Record<string, unknown> = isJson ? JSON.parse(text) : { error: text };
  const result = typeof body.error === 'string' ? body.error : Object.keys(body).sort().join(' ');
  return { outcome: `${response.status} ${result}`, body };
}

export const formOf = (pairs: Pairs): string =>
  pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
