import type { z } from 'zod';
import type { OAuthClient } from '../../src/accounts/applications/oauth-client';
import type { createClientInput } from '../../src/accounts/applications/oauth-clients.inputs';
import { createOAuthClientsService } from '../../src/compose/oauth-clients';
import type { Gatehouse } from './gatehouse';

export interface TestClient {
  id: string;
  secret: string;
}

type Place = Pick<Gatehouse, 'config' | 'stores'>;

/** Creates a service of the operator. */
export async function createClient(gatehouse: Place, name = 'orders'): Promise<TestClient> {
  const { id, secret } = await createApp(gatehouse, { name, kind: 'service' });
  if (secret === null) throw new Error('a service has a secret');
  return { id, secret };
}

/** Creates a client with these fields of `createOauthClient`, by default one into which people sign in. */
export async function createApp(
  { config, stores }: Place,
  fields: Partial<z.input<typeof createClientInput>>,
): Promise<OAuthClient & { secret: string | null }> {
  const kind = fields.kind ?? 'web';
  const redirectUris = kind === 'service' ? [] : ['https://app.example.com/callback'];
  const input = { name: 'Grafana', kind, redirectUris, ...fields };
  const { client, clientSecret } = await createOAuthClientsService(config, stores).create(input, null);
  return { ...client, secret: clientSecret };
}

/** Returns the header of HTTP Basic for this text. The RFC requires that both parts are form-encoded. */
export const basic = (credentials: string) => ({
  Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
});
export const basicOf = ({ id, secret }: TestClient) => basic(`${id}:${secret}`);

export type Form = Record<string, string> | [string, string][] | string;

export async function postForm(url: string, form: Form, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  });
  return answerOf(response);
}

export async function answerOf(response: Response) {
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

/** Introspects and revokes as a client. Fails unless the answer is a success. */
export function tokensOf(url: string, client: TestClient) {
  const send = async (path: string, token: string) => {
    const { status, body } = await postForm(`${url}${path}`, { token }, basicOf(client));
    expect([status, body]).toEqual([200, expect.anything()]);
    return body;
  };
  return {
    introspect: (token: string | null) => send('/oauth/introspect', token ?? ''),
    revoke: (token: string | null) => send('/oauth/revoke', token ?? ''),
  };
}
