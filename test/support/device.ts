import type { Gatehouse } from './gatehouse';
import { postForm } from './oauth';
import { type App, createApp } from './openid';
import type { PageClient, PageReply } from './page-client';

export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code';

/** A program on devices without a browser. */
export const createDeviceApp = (
  gatehouse: Pick<Gatehouse, 'sql'>,
  row: Parameters<typeof createApp>[1] = {},
): Promise<App> =>
  createApp(gatehouse, { name: 'Terminal', kind: 'public', redirectUris: [], deviceGrant: true, ...row });

/** The answer of the device authorization endpoint. */
export const startDevice = (
  url: string,
  app: App,
  own: Record<string, string> = {},
  headers: Record<string, string> = {},
) => postForm(`${url}/oauth/device`, { client_id: app.id, scope: 'openid', ...own }, headers);

export const pollTokens = (url: string, app: App, deviceCode: string, own: Record<string, string> = {}) =>
  postForm(`${url}/oauth/token`, {
    grant_type: deviceGrantType,
    client_id: app.id,
    device_code: deviceCode,
    ...own,
  });

/** A person types the code. */
export async function typeCode(client: PageClient, userCode: string): Promise<PageReply> {
  return client.submit(await client.get('/device'), '/device', { user_code: userCode });
}

/** A person types the code, and decides. */
export async function decideOn(client: PageClient, userCode: string, decision: 'allow' | 'deny'): Promise<PageReply> {
  return client.submit(await typeCode(client, userCode), '/device', { decision });
}
