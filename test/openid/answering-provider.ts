import type { AuthorizeRequest, Pairs, TokenRequest } from './oracle-requests';

/** A provider that is asked. An outcome is a line that can be compared: see outcome.ts. */
export interface AnsweringProvider {
  authorize(request: AuthorizeRequest): Promise<string>;
  /** Signs the person in to the client, and returns a code. */
  codeFor(client: NonNullable<TokenRequest['grantOf']>, scope: string): Promise<string>;
  token(headers: Readonly<Record<string, string>>, form: Pairs): Promise<{ outcome: string; refreshToken: string }>;
  close(): Promise<void>;
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
  const code = await provider.codeFor(grantOf, grant === 'code' ? 'openid email' : 'openid email offline_access');
  if (grant === 'code') return code;
  const { outcome, refreshToken } = await provider.token(redeem.headers, redeem.form(code));
  if (!refreshToken) throw new Error(`no refresh token, but ${outcome}`);
  return refreshToken;
}

/** The answer of a token endpoint: the names of what it has, or the error. */
export async function tokenAnswer(response: Response): Promise<{ outcome: string; refreshToken: string }> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const body: Record<string, unknown> = isJson ? JSON.parse(text) : { error: text };
  const result = typeof body.error === 'string' ? body.error : Object.keys(body).sort().join(' ');
  return { outcome: `${response.status} ${result}`, refreshToken: String(body.refresh_token ?? '') };
}

export const formOf = (pairs: Pairs): string =>
  pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
