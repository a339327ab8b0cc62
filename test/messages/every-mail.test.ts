import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { openInvitations } from '../../src/compose/admin-users';
import { createUserInput } from '../../src/features/admin-users/user-changes.inputs';
import { mailTemplates } from '../../src/platform/email/mail-template';
import { createLog } from '../../src/platform/observability/log';
import { parseInput } from '../../src/platform/request/input-parser';
import { type Api, apis, withHeaders } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { listening } from '../support/listening';
import { authorizePath, browse, createApp, createPkce } from '../support/openid';
import { ownerWithPasskey } from '../support/ownership';
import { PageClient } from '../support/page-client';
import { withAutomaticPasskey } from '../support/passkeys';
import { freePort } from '../support/process';
import { type HostileProvider, startHostileProvider } from '../support/providers/hostile-provider';
import { settingsOf } from '../support/providers/provider-logins';
import { loginSuperAdmin } from '../support/super-admin';

/** Every mail that a request can cause, when a client or a proxy sends hostile headers. */
const publicUrl = 'https://id.example.com/accounts';
const hostile = {
  Host: 'evil.example',
  Origin: 'https://evil.example',
  Referer: 'https://evil.example/',
  Forwarded: 'for=192.0.2.1;host=evil.example;proto=http',
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Server': 'evil.example',
  'X-Forwarded-Proto': 'http',
  'X-Forwarded-Port': '1337',
  'X-Forwarded-Prefix': '/evil.example',
  'X-Original-Host': 'evil.example',
  'X-Original-URL': '/evil.example',
  'X-Rewrite-URL': '/evil.example',
};
const password = 'correct horse battery';
const newPassword = 'a much longer horse';

let gatehouse: Gatehouse;
let provider: HostileProvider;
let confirming: Awaited<ReturnType<typeof startProxy>>;
let open: Awaited<ReturnType<typeof startProxy>>;

beforeAll(async () => {
  provider = await startHostileProvider();
  const env = {
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '1',
    EMAIL_LOGIN: 'on',
    API_KEYS: 'on',
    ORGANIZATIONS: 'users',
    METRICS_PORT: String(await freePort()),
  };
  gatehouse = await startGatehouse({ ...env, ...settingsOf(provider) });
  open = await startProxy(gatehouse.url);
  confirming = await startProxy((await gatehouse.another({ REGISTRATION: 'confirm' })).url);
  for (const [i, api] of apis.entries()) await sendEveryMail(api, `${i}.example.com`);
  await gatehouse.services.listedPasswordNotices.close();
});
afterAll(async () => {
  for (const proxy of [open, confirming]) proxy.close();
  await provider.close();
  await gatehouse.stop();
});

/** Adds the hostile headers, because `fetch` would not send another `Host`, and keeps the answers. */
async function startProxy(url: string) {
  const answers: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method, url: path } = incoming;
    const { host: _, ...headers } = incoming.headers;
    const forwarded = request(`${url}${path}`, { method, headers: { ...headers, ...hostile } });
    forwarded.end(await buffer(incoming));
    const [answer] = await once(forwarded, 'response');
    const body = await buffer(answer);
    answers.push(JSON.stringify(answer.headers), body.toString());
    outgoing.writeHead(answer.statusCode, answer.headers).end(body);
  });
  const address = await listening(server);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: address, answers, close };
}

async function lastMailTo(address: string) {
  const mail = (await gatehouse.allMails()).filter(({ to }) => to === address).at(-1);
  return { token: String(mail?.links[0]).split('/').at(-1) ?? '', code: mail?.code ?? '' };
}

async function sendEveryMail(api: Api, domain: string): Promise<void> {
  const { url } = open;
  const person = (name: string) => ({ email: `${name}@${domain}`, password, firstName: 'Ada', lastName: 'Lovelace' });
  const logIn = async (email: string, secret = password) => (await api.login(url, { email, password: secret })).jwt;
  const succeeded = async (answer: Promise<{ code: string | null }>) => expect((await answer).code).toBeNull();

  const ada = person('ada');
  await succeeded(api.register(url, ada));
  await succeeded(api.sendEmailVerification(url, { email: ada.email }));
  const { code } = await lastMailTo(ada.email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  expect((await api.confirmEmail(url, { email: ada.email, code: wrong })).code).toBe('INVALID_TOKEN');
  await succeeded(api.confirmEmail(url, { email: ada.email, code }));
  const change = { currentPassword: password, password: newPassword };
  await succeeded(api.changePassword(url, change, await logIn(ada.email)));
  await succeeded(api.requestPasswordReset(url, { email: ada.email }));
  const { token } = await lastMailTo(ada.email);
  await succeeded(api.resetPassword(url, { token, password }));
  expect((await api.resetPassword(url, { token, password })).code).toBe('INVALID_TOKEN');
  const next = `new.${ada.email}`;
  await succeeded(api.changeEmail(url, { email: next, currentPassword: password }, await logIn(ada.email)));
  await succeeded(api.confirmEmailChange(url, { token: (await lastMailTo(next)).token }));
  await succeeded(api.confirmEmailChange(url, { token: (await lastMailTo(ada.email)).token }));

  const bob = await ownerWithPasskey(api, { ...gatehouse, url }, { days: 8 });
  const nextOfBob = `new.${bob.email}`;
  await succeeded(api.changeEmail(url, { email: nextOfBob }, bob.jwt));
  await succeeded(api.confirmEmailChange(url, { email: nextOfBob, code: (await lastMailTo(nextOfBob)).code }));
  await succeeded(api.undoEmailChange(url, { token: (await lastMailTo(bob.email)).token }));

  await withTotp(api, { ...gatehouse, url });
  await withAutomaticPasskey(api, { ...gatehouse, url });

  const away = { 'X-Forwarded-For': '203.0.113.7', 'User-Agent': 'another/1.0' };
  await withHeaders(away, () => succeeded(api.login(url, { email: next, password })));

  const eve = person('eve');
  await succeeded(api.register(url, eve));
  await succeeded(api.deleteAccount(url, { currentPassword: password }, await logIn(eve.email)));
  await succeeded(api.cancelDeletion(url, { token: (await lastMailTo(eve.email)).token }));

  const joe = person('joe');
  await succeeded(api.register(confirming.url, joe));
  await succeeded(api.confirmEmail(confirming.url, { token: (await lastMailTo(joe.email)).token, password }));
  await succeeded(api.register(confirming.url, joe));

  const key = { name: 'Backup', currentPassword: password };
  await succeeded(api.createApiKey(url, key, await logIn(joe.email)));

  const owner = await logIn(joe.email);
  const { result: organization } = await api.createOrganization(url, { name: 'Example' }, owner);
  const zed = { organizationId: organization?.id, email: `zed@${domain}`, roles: ['member'] };
  await succeeded(api.inviteMember(url, zed, owner));
  const registration = { token: (await lastMailTo(zed.email)).token, password, firstName: 'Zed', lastName: 'Z' };
  const { user: member } = await api.registerByInvitation(url, registration);
  const removal = { organizationId: organization?.id, userId: member?.id, roles: [] };
  await succeeded(api.setMember(url, removal, owner));

  const kay = { ...person('kay'), password: 'password1' };
  await succeeded(api.register(url, kay));
  await succeeded(api.confirmEmail(url, { token: (await lastMailTo(kay.email)).token }));
  expect(await logIn(kay.email, kay.password)).not.toBeNull();

  const mia = person('mia');
  await succeeded(api.register(url, mia));
  const { token: request } = await api.requestEmailLogin(url, { email: mia.email });
  await succeeded(api.completeEmailLogin(url, { token: request, link: (await lastMailTo(mia.email)).token }));

  const byProvider = async (claims: object) => ({
    provider: 'acme',
    nonce: 'n',
    idToken: await provider.idToken({ nonce: 'n', ...claims }),
  });
  const ofPia = { sub: `pia-${domain}`, email: `pia@${domain}`, email_verified: false };
  const { link } = await api.loginWithIdToken(url, await byProvider(ofPia));
  const pia = await api.completeEmailLogin(url, { token: link?.token, link: (await lastMailTo(ofPia.email)).token });
  const linked = await api.linkIdentity(url, await byProvider({ sub: `another-${domain}` }), pia.jwt);
  await succeeded(api.unlinkIdentity(url, { id: linked.identity?.id }, pia.jwt));
  await succeeded(api.requestStepUpCode(url, pia.jwt));

  // Pages take no form with a foreign origin.
  const pages = new PageClient(gatehouse);
  await pages.register({ email: `eva@${domain}` });
  const app = await createApp(gatehouse, { firstParty: false });
  const asked = await browse(pages, authorizePath(app, {}, createPkce()));
  await pages.submit(asked, '/oauth/continue', { decision: 'allow' });

  const invitations = await openInvitations(gatehouse.config, gatehouse.stores, createLog('silent'));
  await invitations.invite(parseInput(createUserInput, { email: `sue@${domain}` }), { isMailed: true }, null);
  await succeeded(api.resetPassword(url, { token: (await lastMailTo(`sue@${domain}`)).token, password }));

  const admin = await loginSuperAdmin(gatehouse, `root@${domain}`);
  const { user: lou } = await api.register(url, person('lou'));
  const changed = { id: lou?.id, email: `new.lou@${domain}`, reason: 'mailbox lost' };
  const [{ call }] = apis;
  const verifyLou = () => succeeded(call(url, 'verifyEmail', { id: lou?.id }, admin.jwt));
  await verifyLou();
  await succeeded(call(url, 'updateUser', changed, admin.jwt));
  await verifyLou();
  const { user: max } = await api.register(url, person('max'));
  await succeeded(call(url, 'verifyEmail', { id: max?.id }, admin.jwt));
  await succeeded(call(url, 'disableUser', { id: max?.id, notify: true }, admin.jwt));
  await succeeded(call(url, 'impersonate', { userId: lou?.id, reason: 'a question about invoices' }, admin.jwt));

  // The pages of all links. Some of the links were used.
  for (const { links } of await gatehouse.allMails()) {
    for (const link of links) await (await fetch(link.replace(publicUrl, url))).text();
  }
}

test('all templates are mailed, and their links begin with PUBLIC_URL', async () => {
  const rows = await gatehouse.sql('SELECT DISTINCT template FROM messages WHERE problem IS NULL');
  const mailed = rows.map(({ template }) => template).sort();
  // The first is only for a command, the second for super admins, the last for the clean-up. The others belong to second factors.
  // None has a link or a code.
  const others = ['test', 'sms_alert', 'webhook_disabled', 'factor_removed', 'factors_reset', 'api_key_expires'];
  const isOther = (template: string) => others.includes(template) || /^(recovery_codes|two_step)_/.test(template);
  expect(mailed).toEqual(
    mailTemplates
      .all()
      .map(({ name }) => name)
      .filter((template) => !isOther(template))
      .sort(),
  );

  const mails = await gatehouse.allMails();
  const links = mails.flatMap((mail) => mail.links);
  expect(links.length).toBeGreaterThan(20);
  for (const link of links) {
    expect(link).toMatch(
      /^https:\/\/id\.example\.com\/accounts\/(confirm|reset|undo|login\/email|invitation)\/[\w-]{64}$/,
    );
  }
  for (const { subject, text, html, links: own } of mails) {
    const whole = [subject, text, html].join('\n');
    // No token and no code has these characters.
    expect(whole).not.toMatch(/evil\.|:1337|http:/i);
    const found = whole.match(/https?:\/\/[^\s"'<>]+/g) ?? [];
    expect(new Set(found)).toEqual(new Set(own));
  }
  expect(open.answers.join('\n')).not.toContain('evil.example');
});

test('no token and no code that was mailed is stored, logged, audited, counted or returned', async () => {
  await gatehouse.services.audit.close();
  const tables = await gatehouse.sql(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'",
  );
  expect(tables.length).toBeGreaterThan(10);
  const rows = [];
  for (const { name } of tables) rows.push(...(await gatehouse.sql(`SELECT to_jsonb(t) AS row FROM "${name}" AS t`)));
  const metrics = await (await fetch(String(gatehouse.metricsUrl))).text();
  const answers = [...open.answers, ...confirming.answers].join('\n');
  const places = { database: JSON.stringify(rows), log: gatehouse.logged(), metrics, answers };

  const mails = await gatehouse.allMails();
  const tokens = mails.flatMap(({ links }) => links.map((link) => String(link.split('/').at(-1))));
  const codes = mails.flatMap(({ code }) => (code === null ? [] : [code]));
  expect(tokens.length).toBeGreaterThan(20);
  expect(codes.length).toBeGreaterThan(12);
  // Also the secret half alone, and as hex.
  const formsOf = (token: string) => [
    token,
    token.slice(22),
    Buffer.from(token, 'base64url').toString('hex').slice(32),
  ];
  for (const [place, text] of Object.entries(places)) {
    expect(text.length).toBeGreaterThan(100);
    expect([place, tokens.flatMap(formsOf).filter((form) => text.includes(form))]).toEqual([place, []]);
    // Six digits are also a part of numbers, ids and times.
    const isThere = (code: string) => new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`).test(text);
    expect([place, codes.filter(isThere)]).toEqual([place, []]);
  }
});
