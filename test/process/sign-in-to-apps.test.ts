import { restApi } from '../support/apis';
import { createMigratedSettings, runCli } from '../support/cli';
import {
  type App,
  answerIn,
  authorizePath,
  browse,
  callback,
  createPkce,
  type Pkce,
  redeem,
  refreshTokens,
} from '../support/openid';
import { PageClient } from '../support/page-client';
import { type GatehouseProcess, spawnGatehouse } from '../support/process';

const publicUrl = 'https://id.example.com';
const scope = 'openid offline_access';
/** Codes that are redeemed one after the other while the server ends, so that each is at another step. */
const codesAtOnce = 4;

type OAuthReply = Awaited<ReturnType<typeof redeem>>;

/** A code is a row: a server that ends after it was given to the application loses none, and opens no second session. */
test('a kill -9 in the middle of sign-ins loses no code, and no code opens two sessions', async () => {
  const { env: settings, remove } = await createMigratedSettings();
  const env = { ...settings, PUBLIC_URL: publicUrl };
  let gatehouse = await started(env);
  const app = await createApp(env);
  const client = clientOf(gatehouse);
  const { email, password } = await client.register();

  const given: { code: string; pkce: Pkce }[] = [];
  for (let i = 0; i < codesAtOnce; i += 1) {
    const pkce = createPkce();
    given.push({ pkce, code: await codeOf(gatehouse, client, app, pkce) });
  }
  gatehouse = await restarted(gatehouse, env);
  const unsure: ReturnType<typeof redeemed>[] = [];
  const redeemed = ({ code, pkce }: (typeof given)[number]) => redeem(gatehouse.url, app, code, pkce).catch(() => null);
  for (const one of given) {
    // The server has answered something else between two codes, and ends as soon as it has the last one.
    if (unsure.length > 0) await fetch(`${gatehouse.url}/healthz`);
    // The first was answered, so its session must be there afterwards.
    if (unsure.length === 2) expect((await unsure[0])?.status).toBe(200);
    unsure.push(redeemed(one));
  }
  gatehouse = await restarted(gatehouse, env);
  const expectSession = async (answer: OAuthReply) =>
    expect((await refreshTokens(gatehouse.url, app, answer.body.refresh_token)).status).toBe(200);
  for (const [i, { code, pkce }] of given.entries()) {
    const first = await unsure[i];
    // Before the code comes again: after a slow start, that is a reuse, which ends the session.
    if (first?.status === 200) await expectSession(first);
    const second = await redeem(gatehouse.url, app, code, pkce);
    if (first?.status === 200) expect(second.status).not.toBe(200);
    else if (second.status === 200) await expectSession(second);
    else expect(second.body.error).toBe('invalid_grant');
  }
  expect(await sessionsOf(gatehouse, { email, password })).toBeLessThanOrEqual(codesAtOnce);
  // Nothing is stuck.
  const pkce = createPkce();
  const code = await codeOf(gatehouse, client, app, pkce);
  expect((await redeem(gatehouse.url, app, code, pkce)).status).toBe(200);
  await gatehouse.signal('SIGTERM');
  await remove();
});

async function createApp(env: Record<string, string>): Promise<App> {
  const args = ['clients', 'create', '--name', 'Wiki', '--redirect-uri', callback, '--first-party', '--json'];
  const { out } = await runCli(env, args);
  const { client, client_secret: secret } = JSON.parse(out);
  return { id: client.id, secret };
}

async function started(env: Record<string, string>): Promise<GatehouseProcess> {
  const gatehouse = await spawnGatehouse(env);
  await gatehouse.ready();
  return gatehouse;
}

async function restarted(gatehouse: GatehouseProcess, env: Record<string, string>): Promise<GatehouseProcess> {
  await gatehouse.signal('SIGKILL');
  return started(env);
}

const clientOf = ({ url }: GatehouseProcess) => new PageClient({ url, config: { publicUrl } });

/** In the browser that is signed in. Each start has another port. */
async function codeOf(gatehouse: GatehouseProcess, { cookies }: PageClient, app: App, pkce: Pkce): Promise<string> {
  const client = clientOf(gatehouse);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  const { code } = answerIn(await browse(client, authorizePath(app, { scope }, pkce)));
  return String(code);
}

/** The number of sessions of applications. */
async function sessionsOf(
  gatehouse: GatehouseProcess,
  credentials: { email: string; password: string },
): Promise<number> {
  const { jwt } = await restApi.login(gatehouse.url, credentials);
  const listed = await fetch(`${gatehouse.url}/auth/sessions`, { headers: { Authorization: `Bearer ${jwt}` } });
  const { result } = await listed.json();
  return result.sessions.filter((one: { client_name: string | null }) => one.client_name === 'Wiki').length;
}
