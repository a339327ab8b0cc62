import { createOAuthClientsService } from '../../src/features/oauth-clients/oauth-clients.module';
import type { Gatehouse } from './gatehouse';

export interface TestClient {
  id: string;
  secret: string;
}

export async function createClient({ stores }: Pick<Gatehouse, 'stores'>, name = 'orders'): Promise<TestClient> {
  const { client, clientSecret } = await createOAuthClientsService(stores).create({ name });
  return { id: client.id, secret: clientSecret };
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
