import { type Api, apis, inTurn, postJson, restApi, testInTurn } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import {
  creationOptions,
  logInWith,
  loginOptions,
  signedIn,
  withPasskey,
  withTwoStepPasskey,
} from '../support/passkeys';
import { type Algorithm, SoftwarePasskey } from '../support/software-passkey';
import { ageAccount } from '../support/verified-address';

/** Each test runs through each API, and each API sees the changes of the other API. */
let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());
let startedTs: Date;
beforeEach(() => {
  startedTs = new Date();
});

const claimsOf = (jwt: string | null) =>
  JSON.parse(Buffer.from(String(jwt).split('.')[1] ?? '', 'base64url').toString());

/** Returns the actions and reasons in the audit of the user, oldest first. */
async function auditOf(email: string): Promise<string[]> {
  await gatehouse.services.audit.close();
  const rows = await gatehouse.sql(
    `SELECT action, details->>'reason' AS reason FROM audit_events WHERE user_id = (SELECT id FROM users WHERE email = '${email}') ORDER BY id`,
  );
  return rows.map(({ action, reason }) => [action, reason].filter(Boolean).join(': '));
}

/** Logs in with the password, and completes the login with a passkey. */
async function completed(api: Api, person: { email: string; password: string }, passkey: SoftwarePasskey) {
  const { challenge } = await api.login(gatehouse.url, { email: person.email, password: person.password });
  if (!challenge?.passkeyOptions) throw new Error('no options for a passkey');
  return api.completeLogin(gatehouse.url, { token: challenge.token, passkey: passkey.get(challenge.passkeyOptions) });
}

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);
    test('a user adds a passkey, and the password alone still opens a session', async () => {
      const ada = await signedIn(api, gatehouse);
      await gatehouse.sql(`UPDATE users SET email_verified = true WHERE email = '${ada.email}'`);
      const elsewhere = await other.login(gatehouse.url, { email: ada.email, password: ada.password });
      const options = await creationOptions(api, gatehouse.url, ada.jwt);
      expect(options).toMatchObject({
        rp: { id: 'id.example.com', name: 'Gatehouse' },
        user: { name: ada.email, displayName: 'Ada Lovelace' },
        pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
        excludeCredentials: [],
      });
      const passkey = new SoftwarePasskey();
      const input = { passkey: passkey.create(options), name: 'My phone' };
      const added = await api.addPasskey(gatehouse.url, input, ada.jwt);
      expect(added).toMatchObject({
        success: true,
        passkey: { name: 'My phone', credentialId: passkey.id, backedUp: true, lastUsedTs: null },
        recoveryCodes: [],
      });
      expect(await other.factors(gatehouse.url, ada.jwt)).toMatchObject({
        factors: { twoStep: false, totp: false, passkeys: [added.passkey], recoveryCodes: 0 },
      });
      // All sessions continue, and there is a mail and an event.
      for (const jwt of [elsewhere.jwt, ada.jwt]) expect((await other.me(gatehouse.url, jwt)).code).toBeNull();
      const mails = (await gatehouse.allMails()).filter(({ to }) => to === ada.email);
      // Mails of the same moment are sent in any order.
      expect(mails.filter(({ subject }) => /passkey was added/i.test(subject))).toHaveLength(1);
      expect(await auditOf(ada.email)).toContain('factor_added');
      const login = { email: ada.email, password: ada.password };
      expect(await api.login(gatehouse.url, login)).toMatchObject({ success: true, challenge: null });
      expect((await other.setTwoStep(gatehouse.url, { enabled: true }, added.jwt)).code).toBeNull();
      expect((await api.login(gatehouse.url, login)).challenge).toMatchObject({
        factors: ['passkey', 'recovery_code'],
        passkeyOptions: { allowCredentials: [{ type: 'public-key', id: passkey.id }], userVerification: 'required' },
      });
    });

    test('a passkey alone logs its user in', async () => {
      const ada = await withPasskey(api, gatehouse);
      const options = await loginOptions(other, gatehouse.url);
      expect(options).toMatchObject({ rpId: 'id.example.com', allowCredentials: [], userVerification: 'required' });
      const login = await api.loginWithPasskey(gatehouse.url, { passkey: ada.passkey.get(options) });
      expect(login).toMatchObject({
        success: true,
        msg: 'Logged in.',
        user: { email: ada.email },
        refreshToken: expect.any(String),
      });
      expect(claimsOf(login.jwt)).toMatchObject({ acr: 'aal2', amr: ['swk', 'user', 'mfa'] });
      expect(await other.me(gatehouse.url, login.jwt)).toMatchObject({ user: { email: ada.email } });
      const { factors } = await api.factors(gatehouse.url, login.jwt);
      expect(factors?.passkeys).toMatchObject([{ id: ada.id, lastUsedTs: expect.any(String) }]);
      expect(await auditOf(ada.email)).toContain('logged_in');
    });

    test.each<Algorithm>(inTurn(api, ['EdDSA', 'ES256', 'RS256']))(
      'a passkey can have the algorithm %s',
      async (algorithm) => {
        const ada = await withPasskey(api, gatehouse, new SoftwarePasskey(algorithm));
        expect((await logInWith(other, gatehouse.url, ada.passkey)).user?.email).toBe(ada.email);
      },
    );

    rule('a passkey completes a login with the password', async () => {
      const ada = await withTwoStepPasskey(api, gatehouse, new SoftwarePasskey('ES256', { synced: false }));
      const login = await completed(other, ada, ada.passkey);
      expect(login).toMatchObject({ success: true, user: { email: ada.email } });
      expect(claimsOf(login.jwt)).toMatchObject({ acr: 'aal2', amr: ['pwd', 'hwk', 'user', 'mfa'] });
    });

    rule('a second passkey needs a recent second factor, and brings no recovery codes', async () => {
      const ada = await withPasskey(api, gatehouse);
      const input = { currentPassword: ada.password };
      expect((await api.addPasskeyOptions(gatehouse.url, input, ada.jwt)).code).toBe('STEP_UP_REQUIRED');
      const { jwt } = await logInWith(api, gatehouse.url, ada.passkey);
      const { options } = await other.addPasskeyOptions(gatehouse.url, {}, jwt);
      expect(options).toMatchObject({ excludeCredentials: [{ type: 'public-key', id: ada.passkey.id }] });
      const second = new SoftwarePasskey('ES256', { transports: ['usb', 'nfc'] });
      const added = await api.addPasskey(gatehouse.url, { passkey: second.create(options ?? {}) }, jwt);
      expect(added).toMatchObject({ success: true, passkey: { name: 'Security key' }, recoveryCodes: [] });
      expect((await api.factors(gatehouse.url, jwt)).factors?.passkeys).toHaveLength(2);
      expect((await logInWith(other, gatehouse.url, second)).user?.email).toBe(ada.email);
    });

    rule('a passkey without a name gets the name of the password manager', async () => {
      const aaguid = 'd548826e-79b4-db40-a3d8-11116f7e8349';
      const ada = await withPasskey(api, gatehouse, new SoftwarePasskey('ES256', { aaguid }));
      const { jwt } = await logInWith(api, gatehouse.url, ada.passkey);
      expect((await api.factors(gatehouse.url, jwt)).factors?.passkeys[0]?.name).toBe('Bitwarden');
    });

    test('a user renames a passkey', async () => {
      const ada = await withPasskey(api, gatehouse);
      const renamed = await api.renamePasskey(gatehouse.url, { id: ada.id, name: 'Old phone' }, ada.jwt);
      expect(renamed).toMatchObject({ success: true, passkey: { id: ada.id, name: 'Old phone' } });
      expect((await other.factors(gatehouse.url, ada.jwt)).factors?.passkeys[0]?.name).toBe('Old phone');
      for (const name of ['', ' ', 'a\u0000', 'x'.repeat(101)]) {
        expect(await api.renamePasskey(gatehouse.url, { id: ada.id, name }, ada.jwt)).toMatchObject({
          code: 'VALIDATION_FAILED',
          fields: [{ field: 'name' }],
        });
      }
      expect((await api.renamePasskey(gatehouse.url, { id: ada.id, name: 'x'.repeat(100) }, ada.jwt)).code).toBeNull();
    });

    test('a user removes a passkey, and with the last one the recovery codes', async () => {
      const ada = await withPasskey(api, gatehouse);
      await gatehouse.sql(`UPDATE users SET email_verified = true WHERE email = '${ada.email}'`);
      expect((await api.removePasskey(gatehouse.url, { id: ada.id }, ada.jwt)).code).toBe('STEP_UP_REQUIRED');
      const [{ jwt }, elsewhere] = [
        await logInWith(api, gatehouse.url, ada.passkey),
        await logInWith(other, gatehouse.url, ada.passkey),
      ];
      expect((await api.removePasskey(gatehouse.url, { id: ada.id }, jwt)).code).toBeNull();
      expect(await other.factors(gatehouse.url, jwt)).toMatchObject({
        factors: { totp: false, passkeys: [], recoveryCodes: 0 },
      });
      expect((await api.me(gatehouse.url, elsewhere.jwt)).code).toBe('UNAUTHENTICATED');
      expect((await logInWith(other, gatehouse.url, ada.passkey)).code).toBe('INVALID_TOKEN');
      expect((await api.login(gatehouse.url, { email: ada.email, password: ada.password })).code).toBeNull();
      const mails = (await gatehouse.allMails()).filter(({ to }) => to === ada.email);
      expect(mails.filter(({ subject }) => /removed/i.test(subject))).toHaveLength(1);
      expect(await auditOf(ada.email)).toContain('factor_removed');
      expect((await api.removePasskey(gatehouse.url, { id: ada.id }, jwt)).code).toBe('NOT_FOUND');
    });

    rule('a user cannot rename or remove the passkey of another user', async () => {
      const [ada, grace] = [await withPasskey(api, gatehouse), await withPasskey(api, gatehouse)];
      const { jwt } = await logInWith(api, gatehouse.url, grace.passkey);
      for (const id of [ada.id, ada.id.toUpperCase(), 'x', ada.passkey.id]) {
        expect((await api.removePasskey(gatehouse.url, { id }, jwt)).code).toBe('NOT_FOUND');
        expect((await api.renamePasskey(gatehouse.url, { id, name: 'Mine' }, jwt)).code).toBe('NOT_FOUND');
      }
      expect((await logInWith(other, gatehouse.url, ada.passkey)).user?.email).toBe(ada.email);
    });

    test('without an access token, passkeys are neither added nor changed', async () => {
      const ada = await withPasskey(api, gatehouse);
      const passkey = new SoftwarePasskey().create({ challenge: 'x' });
      const codes = [
        await api.addPasskeyOptions(gatehouse.url, {}, null),
        await api.addPasskey(gatehouse.url, { passkey }, null),
        await api.renamePasskey(gatehouse.url, { id: ada.id, name: 'Mine' }, null),
        await api.removePasskey(gatehouse.url, { id: ada.id }, null),
      ].map(({ code }) => code);
      expect(codes).toEqual(Array(4).fill('UNAUTHENTICATED'));
    });

    rule('the options for a passkey need the right password', async () => {
      const ada = await signedIn(api, gatehouse);
      await ageAccount(gatehouse, ada.email);
      expect((await api.addPasskeyOptions(gatehouse.url, { currentPassword: 'wrong horse' }, ada.jwt)).code).toBe(
        'INVALID_CREDENTIALS',
      );
      expect(await api.addPasskeyOptions(gatehouse.url, {}, ada.jwt)).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: [{ field: 'currentPassword', msg: 'is required' }],
      });
    });

    rule('a disabled account is only named after the passkey was right', async () => {
      const ada = await withPasskey(api, gatehouse);
      await gatehouse.sql(`UPDATE users SET disabled = true WHERE email = '${ada.email}'`);
      expect((await logInWith(api, gatehouse.url, ada.passkey)).code).toBe('ACCOUNT_DISABLED');
      const options = await loginOptions(api, gatehouse.url);
      const forged = new SoftwarePasskey().get(options);
      const passkey = { ...forged, id: ada.passkey.id, rawId: ada.passkey.id };
      expect((await api.loginWithPasskey(gatehouse.url, { passkey })).code).toBe('INVALID_TOKEN');
    });

    rule('an account can have 20 passkeys', async () => {
      const ada = await withPasskey(api, gatehouse);
      const { jwt } = await logInWith(api, gatehouse.url, ada.passkey);
      await gatehouse.sql(`INSERT INTO passkeys (id, credential_id, user_id, public_key, sign_count, transports, aaguid,
          device_type, backed_up, name, created_ts)
        SELECT gen_random_uuid(), (user_id::text || n)::bytea, user_id, public_key, 0, transports, aaguid, device_type,
          backed_up, name, created_ts FROM passkeys, generate_series(2, 19) AS n WHERE id = '${ada.id}'`);
      const responses = [];
      for (let i = 0; i < 2; i += 1) {
        const { options } = await api.addPasskeyOptions(gatehouse.url, {}, jwt);
        responses.push(new SoftwarePasskey('EdDSA').create(options ?? {}));
      }
      const codes = [];
      for (const passkey of responses) codes.push((await api.addPasskey(gatehouse.url, { passkey }, jwt)).code);
      expect(codes).toEqual([null, 'CONFLICT']);
      expect((await other.addPasskeyOptions(gatehouse.url, {}, jwt)).code).toBe('CONFLICT');
    });

    describe('is rejected:', () => {
      const rejected = { success: false, code: 'INVALID_TOKEN', jwt: null };

      test.each(
        inTurn<[string, string, Parameters<SoftwarePasskey['get']>[1]]>(api, [
          ['a login without verification of the user', 'unverified user', { uv: false }],
          ['a login from a page of another origin', 'wrong origin', { origin: 'https://evil.example' }],
          ['a login from another port', 'wrong origin', { origin: 'https://id.example.com:8443' }],
          ['a login in a frame of another origin', 'wrong origin', { clientData: { crossOrigin: true } }],
          ['a login to another relying party', 'wrong relying party', { rpId: 'example.com' }],
          [
            'a login with the handle of another user',
            'passkey of another account',
            { userHandle: 'AaH6_V1Hez6aUS8Mb32OkA' },
          ],
          ['the response of the other ceremony', 'malformed passkey', { clientData: { type: 'webauthn.create' } }],
        ]),
      )('%s', async (_, reason, changes) => {
        const ada = await withTwoStepPasskey(api, gatehouse);
        const passkey = ada.passkey.get(await loginOptions(api, gatehouse.url), changes);
        expect(await api.loginWithPasskey(gatehouse.url, { passkey })).toMatchObject(rejected);
        await expectReason(reason);
        const { challenge } = await api.login(gatehouse.url, { email: ada.email, password: ada.password });
        const proof = ada.passkey.get(challenge?.passkeyOptions ?? {}, changes);
        expect(await api.completeLogin(gatehouse.url, { token: challenge?.token, passkey: proof })).toMatchObject(
          rejected,
        );
      });

      rule('a changed signature', async () => {
        const ada = await withPasskey(api, gatehouse);
        const passkey = ada.passkey.get(await loginOptions(api, gatehouse.url));
        const signature = Buffer.from(passkey.response.signature, 'base64url');
        signature[20] = (signature[20] ?? 0) ^ 1;
        const response = { ...passkey.response, signature: signature.toString('base64url') };
        expect(await api.loginWithPasskey(gatehouse.url, { passkey: { ...passkey, response } })).toMatchObject(
          rejected,
        );
        await expectReason('wrong signature of the passkey');
        // The challenge was not used up.
        expect((await api.loginWithPasskey(gatehouse.url, { passkey })).code).toBeNull();
      });

      rule('an unknown passkey', async () => {
        expect(await logInWith(api, gatehouse.url, new SoftwarePasskey())).toMatchObject(rejected);
        await expectReason('unknown passkey');
      });

      rule('a login with a used response', async () => {
        const ada = await withPasskey(api, gatehouse);
        const passkey = ada.passkey.get(await loginOptions(api, gatehouse.url));
        expect((await api.loginWithPasskey(gatehouse.url, { passkey })).code).toBeNull();
        expect(await other.loginWithPasskey(gatehouse.url, { passkey })).toMatchObject(rejected);
        expect(await auditOf(ada.email)).toContain('login_failed: used challenge');
      });

      rule('all but one of 20 logins with one response at the same time', async () => {
        const ada = await withPasskey(api, gatehouse);
        const passkey = ada.passkey.get(await loginOptions(api, gatehouse.url));
        const logins = await Promise.all(
          Array.from({ length: 20 }, (_, i) => (i % 2 ? api : other).loginWithPasskey(gatehouse.url, { passkey })),
        );
        expect(logins.map(({ code }) => code).sort()).toEqual([...Array(19).fill('INVALID_TOKEN'), null].sort());
      });

      rule('a challenge for something else, or of another installation', async () => {
        const [ada, grace] = [await withTwoStepPasskey(api, gatehouse), await withTwoStepPasskey(other, gatehouse)];
        const { challenge } = await api.login(gatehouse.url, { email: ada.email, password: ada.password });
        const { challenge: ofGrace } = await api.login(gatehouse.url, { email: grace.email, password: grace.password });
        const forLogin = await loginOptions(api, gatehouse.url);
        const tries = [
          await api.loginWithPasskey(gatehouse.url, { passkey: ada.passkey.get(challenge?.passkeyOptions ?? {}) }),
          await api.loginWithPasskey(gatehouse.url, {
            passkey: ada.passkey.get({ challenge: Buffer.alloc(54, 7).toString('base64url') }),
          }),
          await api.completeLogin(gatehouse.url, { token: challenge?.token, passkey: ada.passkey.get(forLogin) }),
          await api.completeLogin(gatehouse.url, {
            token: challenge?.token,
            passkey: ada.passkey.get(ofGrace?.passkeyOptions ?? {}),
          }),
        ];
        for (const answer of tries) expect(answer).toMatchObject(rejected);
        await expectReason('unknown challenge');
      });

      rule('the passkey of another user as a second factor', async () => {
        const [ada, grace] = [await withTwoStepPasskey(api, gatehouse), await withPasskey(api, gatehouse)];
        const { challenge } = await api.login(gatehouse.url, { email: ada.email, password: ada.password });
        const passkey = grace.passkey.get(challenge?.passkeyOptions ?? {});
        expect(await api.completeLogin(gatehouse.url, { token: challenge?.token, passkey })).toMatchObject(rejected);
        expect(await auditOf(ada.email)).toContain('second_factor_failed: passkey of another account');
      });

      rule(
        'a sign count that does not increase, unless the passkey can be synchronized or does not count',
        async () => {
          const bound = await withPasskey(
            api,
            gatehouse,
            new SoftwarePasskey('ES256', { synced: false, signCount: 5 }),
          );
          const use = async (passkey: SoftwarePasskey, signCount: number) =>
            api.loginWithPasskey(gatehouse.url, {
              passkey: passkey.get(await loginOptions(api, gatehouse.url), { signCount }),
            });
          expect((await use(bound.passkey, 7)).code).toBeNull();
          for (const count of [7, 6, 0]) expect(await use(bound.passkey, count)).toMatchObject(rejected);
          expect((await use(bound.passkey, 8)).code).toBeNull();
          expect(await auditOf(bound.email)).toContain('login_failed: sign count not increased');
          const silent = await withPasskey(api, gatehouse, new SoftwarePasskey('ES256', { synced: false }));
          expect([(await use(silent.passkey, 0)).code, (await use(silent.passkey, 0)).code]).toEqual([null, null]);
          const synced = await withPasskey(api, gatehouse, new SoftwarePasskey('ES256', { signCount: 5 }));
          expect((await use(synced.passkey, 0)).code).toBeNull();
        },
      );

      test.each(
        inTurn<[string, string, Parameters<SoftwarePasskey['create']>[1]]>(api, [
          ['a new passkey without verification of the user', 'unverified user', { uv: false }],
          ['a new passkey of a page of another origin', 'wrong origin', { origin: 'https://evil.example' }],
          ['a new passkey of another relying party', 'wrong relying party', { rpId: 'example.com' }],
          [
            'a new passkey with the response of the other ceremony',
            'malformed passkey',
            { clientData: { type: 'webauthn.get' } },
          ],
        ]),
      )('%s', async (_, reason, changes) => {
        const ada = await signedIn(api, gatehouse);
        const passkey = new SoftwarePasskey().create(await creationOptions(api, gatehouse.url, ada.jwt), changes);
        expect(await api.addPasskey(gatehouse.url, { passkey }, ada.jwt)).toMatchObject({ code: 'INVALID_TOKEN' });
        expect(await auditOf(ada.email)).toContain(`factor_change_rejected: ${reason}`);
        expect((await api.factors(gatehouse.url, ada.jwt)).factors?.passkeys).toEqual([]);
      });

      rule('a new passkey with the options of another session or user', async () => {
        const [ada, grace] = [await signedIn(api, gatehouse), await signedIn(api, gatehouse)];
        const again = await other.login(gatehouse.url, { email: ada.email, password: ada.password });
        const options = await creationOptions(api, gatehouse.url, ada.jwt);
        const passkey = new SoftwarePasskey().create(options);
        for (const jwt of [again.jwt, grace.jwt]) {
          expect((await api.addPasskey(gatehouse.url, { passkey }, jwt)).code).toBe('INVALID_TOKEN');
        }
        expect(await auditOf(grace.email)).toContain('factor_change_rejected: unknown challenge');
        // A challenge for a login is not one for a new passkey.
        const forLogin = { ...(await loginOptions(api, gatehouse.url)), user: { id: 'AAAA' } };
        const fromLogin = new SoftwarePasskey().create(forLogin);
        expect((await api.addPasskey(gatehouse.url, { passkey: fromLogin }, ada.jwt)).code).toBe('INVALID_TOKEN');
        expect((await api.addPasskey(gatehouse.url, { passkey }, ada.jwt)).code).toBeNull();
      });

      rule('a second passkey with the same options, and the same passkey twice', async () => {
        const ada = await signedIn(api, gatehouse);
        const [options, more] = [
          await creationOptions(api, gatehouse.url, ada.jwt),
          await creationOptions(api, gatehouse.url, ada.jwt),
        ];
        const [passkey, second] = [new SoftwarePasskey(), new SoftwarePasskey()];
        const { jwt } = await api.addPasskey(gatehouse.url, { passkey: passkey.create(options) }, ada.jwt);
        const used = await api.addPasskey(gatehouse.url, { passkey: second.create(options) }, jwt);
        const known = await api.addPasskey(gatehouse.url, { passkey: passkey.create(more) }, jwt);
        expect([used.code, known.code]).toEqual(['INVALID_TOKEN', 'INVALID_TOKEN']);
        const events = await auditOf(ada.email);
        expect(events).toContain('factor_change_rejected: used challenge');
        expect(events).toContain('factor_change_rejected: known passkey');
        expect((await api.factors(gatehouse.url, ada.jwt)).factors?.passkeys).toHaveLength(1);
      });
    });

    rule('an attestation statement is ignored', async () => {
      const ada = await signedIn(api, gatehouse);
      const attStmt = new Map<string, number | Buffer | Buffer[]>([
        ['alg', -7],
        ['sig', Buffer.alloc(70)],
        ['x5c', [Buffer.from('not a certificate')]],
      ]);
      const options = await creationOptions(api, gatehouse.url, ada.jwt);
      const passkey = new SoftwarePasskey().create(options, { attestation: { fmt: 'packed', attStmt } });
      expect((await api.addPasskey(gatehouse.url, { passkey }, ada.jwt)).code).toBeNull();
    });

    test('input of a wrong form is VALIDATION_FAILED, and names the field', async () => {
      const ada = await withPasskey(api, gatehouse);
      const right = ada.passkey.get(await loginOptions(api, gatehouse.url));
      const created = new SoftwarePasskey().create({ challenge: 'x' });
      const wrong: unknown[] = [
        {},
        { ...right, id: undefined },
        { ...right, id: 7 },
        { ...right, id: 'a+b/' },
        { ...right, id: 'a'.repeat(1400), rawId: 'a'.repeat(1400) },
        { ...right, type: 'password' },
        { ...right, response: null },
        { ...right, response: [] },
        { ...right, response: { ...right.response, signature: '' } },
        { ...right, response: { ...right.response, clientDataJSON: 'a'.repeat(6000) } },
        { ...right, response: { ...right.response, userHandle: 'a'.repeat(100) } },
        created,
      ];
      for (const passkey of wrong) {
        expect(await api.loginWithPasskey(gatehouse.url, { passkey })).toMatchObject({
          code: 'VALIDATION_FAILED',
          fields: [{ field: 'passkey', msg: 'must be the response of navigator.credentials.get() as JSON' }],
        });
      }
      expect(await api.addPasskey(gatehouse.url, { passkey: right }, ada.jwt)).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: [{ field: 'passkey', msg: 'must be the response of navigator.credentials.create() as JSON' }],
      });
      for (const passkey of [undefined, null, 'x', 7, []]) {
        const answer = await api.loginWithPasskey(gatehouse.url, { passkey });
        expect(answer).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'passkey' }] });
      }
      expect((await api.loginWithPasskey(gatehouse.url, { passkey: right })).code).toBeNull();
    });

    rule('bytes that no authenticator makes are INVALID_TOKEN', async () => {
      const ada = await withPasskey(api, gatehouse);
      const right = ada.passkey.get(await loginOptions(api, gatehouse.url));
      const base64url = (text: string | Buffer) => Buffer.from(text).toString('base64url');
      const responses = [
        { ...right.response, clientDataJSON: base64url('no JSON') },
        { ...right.response, clientDataJSON: base64url('null') },
        { ...right.response, clientDataJSON: base64url('{"type":"webauthn.get","challenge":7,"origin":[]}') },
        { ...right.response, authenticatorData: base64url('short') },
        { ...right.response, authenticatorData: 'A' },
      ];
      for (const response of responses) {
        expect((await api.loginWithPasskey(gatehouse.url, { passkey: { ...right, response } })).code).toBe(
          'INVALID_TOKEN',
        );
      }
      const grace = await signedIn(api, gatehouse);
      const created = new SoftwarePasskey().create(await creationOptions(api, gatehouse.url, grace.jwt));
      const deep = Buffer.concat([Buffer.alloc(6000, 0x81), Buffer.from([0])]);
      for (const attestationObject of [base64url('no CBOR'), base64url(deep), base64url(Buffer.from([0xa0])), 'A']) {
        const passkey = { ...created, response: { ...created.response, attestationObject } };
        expect((await api.addPasskey(gatehouse.url, { passkey }, grace.jwt)).code).toBe('INVALID_TOKEN');
      }
    });

    async function expectReason(reason: string) {
      await gatehouse.services.audit.close();
      const rows = await gatehouse.sql(
        `SELECT details->>'reason' AS reason FROM audit_events WHERE last_ts >= '${startedTs.toISOString()}'`,
      );
      expect(rows.map((row) => row.reason)).toContain(reason);
    }
  },
);

test('REST: a login puts the refresh token into the cookie if the client asks for it', async () => {
  const ada = await withPasskey(restApi, gatehouse);
  const passkey = ada.passkey.get(await loginOptions(restApi, gatehouse.url));
  const response = await postJson(`${gatehouse.url}/auth/passkeys/login`, { passkey, refresh_token_in: 'cookie' });
  expect(response.headers.get('set-cookie')).toMatch(/HttpOnly/i);
  expect(await response.json()).toMatchObject({
    success: true,
    msg: 'Logged in.',
    result: { jwt: expect.any(String), user: { email: ada.email }, gen_ts: expect.any(Number), expires_in: 3600 },
    gen_at: expect.any(String),
  });
  const without = await postJson(`${gatehouse.url}/auth/passkeys/login`, {
    passkey: ada.passkey.get(await loginOptions(restApi, gatehouse.url)),
  });
  const { result } = (await without.json()) as { result: object };
  expect(Object.keys(result)).toEqual(['jwt', 'user', 'gen_ts']);
});

test('the options of a login write nothing', async () => {
  const everything = () =>
    gatehouse.sql(
      'SELECT (SELECT count(*) FROM spent_challenges) AS challenges, (SELECT count(*) FROM audit_events) AS events, (SELECT count(*) FROM one_time_tokens) AS tokens',
    );
  await gatehouse.services.audit.close();
  const before = await everything();
  for (let i = 0; i < 10; i += 1) await loginOptions(restApi, gatehouse.url);
  await gatehouse.services.audit.close();
  expect(await everything()).toEqual(before);
});
