import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import * as oauth from 'oauth4webapi';
import { createDeviceApp, decideOn } from '../support/device';
import { readPage } from '../support/doc-pages';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { claimsIn, signedIn } from '../support/openid';
import { createPageFolder, type PageFolder } from '../support/page-folder';
import { freePort } from '../support/process';

/** Unchanged libraries as devices without a browser (RFC 8628). */

let gatehouse: Gatehouse;
beforeAll(async () => {
  const port = String(await freePort());
  gatehouse = await startGatehouse({ PORT: port, PUBLIC_URL: `http://localhost:${port}` });
});
afterAll(() => gatehouse.stop());

describeWith('docs/examples')('the program of the page, with openid-client', () => {
  let folder: PageFolder;
  let program: ChildProcess;
  let lines: AsyncIterator<string>;
  let reader: Interface;

  beforeEach(async () => {
    folder = createPageFolder();
    const page = readPage('docs/integrate/openid-connect.md');
    folder.write('device.mjs', page.find(({ file }) => file === 'device.mjs')?.text ?? '');
    const { id } = await createDeviceApp(gatehouse);
    const args = ['device.mjs', gatehouse.config.publicUrl, id];
    program = spawn(process.execPath, args, { cwd: folder.path, stdio: ['ignore', 'pipe', 'pipe'] });
    reader = createInterface({ input: program.stdout ?? process.stdin });
    lines = reader[Symbol.asyncIterator]();
  });
  afterEach(() => {
    program.kill();
    folder.remove();
  });
  const codeShown = async (): Promise<string> => {
    const { value } = await lines.next();
    const [, address, code = ''] = /^Open (\S+) and type (\S+)$/.exec(value) ?? [];
    expect(address).toBe(`${gatehouse.config.publicUrl}/device`);
    return code;
  };

  test('signs the person in who allows it', async () => {
    const { client, userId } = await signedIn(gatehouse);
    await decideOn(client, await codeShown(), 'allow');
    expect((await lines.next()).value).toBe(`Signed in as ${userId}`);
  });

  test('ends if the person does not', async () => {
    const { client } = await signedIn(gatehouse);
    let problem = '';
    program.stderr?.on('data', (chunk) => {
      problem += chunk;
    });
    const ended = once(program, 'close');
    await decideOn(client, await codeShown(), 'deny');
    expect((await ended)[0]).toBe(1);
    expect(problem).toContain('access_denied');
  });
});

test('oauth4webapi waits, and gets the tokens', async () => {
  const { client, userId } = await signedIn(gatehouse);
  const issuer = new URL(gatehouse.config.publicUrl);
  const insecure = { [oauth.allowInsecureRequests]: true };
  const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const app = { client_id: (await createDeviceApp(gatehouse)).id };
  const asked = await oauth.deviceAuthorizationRequest(as, app, oauth.None(), { scope: 'openid' }, insecure);
  const device = await oauth.processDeviceAuthorizationResponse(as, app, asked);
  const poll = async () => {
    const response = await oauth.deviceCodeGrantRequest(as, app, oauth.None(), device.device_code, insecure);
    return oauth.processDeviceCodeResponse(as, app, response);
  };
  await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending', status: 400 });
  await expect(poll()).rejects.toMatchObject({ error: 'slow_down', status: 400 });
  await decideOn(client, device.user_code, 'allow');
  const tokens = await poll();
  expect(claimsIn(tokens.access_token)).toMatchObject({ sub: userId, client_id: app.client_id });
  expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: userId });
});
