import { type Api, apis, type Input, testInTurn, withHeaders } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** Each test runs through each API, and each API sees the changes of the other API. */
let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

const password = 'correct horse battery';
let people = 0;

async function logIn(api: Api, { verified = false } = {}) {
  people += 1;
  const email = `ada.${people}@example.com`;
  await api.register(gatehouse.url, { email, password, firstName: 'Ada', lastName: 'Lovelace' });
  if (verified) await gatehouse.sql(`UPDATE users SET email_verified = true WHERE email_canonical = '${email}'`);
  const { jwt, user } = await api.login(gatehouse.url, { email, password });
  return { email, newEmail: `Ada.${people}@Example.org`, jwt, id: user?.id };
}

/** Returns the newest mail to an address. */
async function mailTo(address: string) {
  const mail = (await gatehouse.allMails()).filter(({ to }) => to === address.toLowerCase()).at(-1);
  if (!mail) throw new Error(`no mail to ${address}`);
  return { ...mail, token: String(mail.links[0]).split('/').at(-1) ?? '' };
}

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);
    const ask = (email: string, jwt: string | null, currentPassword: unknown = password) =>
      api.changeEmail(gatehouse.url, { email, currentPassword }, jwt);
    const emailOf = async (jwt: string | null) => (await other.me(gatehouse.url, jwt)).user?.email ?? null;
    const loginCode = async (email: string) => (await other.login(gatehouse.url, { email, password })).code;

    rule('from an address that was never verified needs the new address alone', async () => {
      const ada = await logIn(api);
      const second = await other.login(gatehouse.url, { email: ada.email, password });
      expect(await ask(ada.newEmail, ada.jwt)).toMatchObject({ success: true, code: null });
      expect(await emailOf(ada.jwt)).toBe(ada.email);

      const { token } = await mailTo(ada.newEmail);
      expect(await other.confirmEmailChange(gatehouse.url, { token })).toMatchObject({ success: true, code: null });
      expect((await api.me(gatehouse.url, ada.jwt)).user).toMatchObject({
        email: ada.newEmail,
        emailVerified: true,
        updatedTs: expect.any(String),
      });
      expect((await api.me(gatehouse.url, second.jwt)).code).toBe('UNAUTHENTICATED');
      expect(await loginCode(ada.email)).toBe('INVALID_CREDENTIALS');
      expect(await loginCode(ada.newEmail)).toBeNull();
    });

    test('from a verified address needs both addresses, in any order', async () => {
      for (const order of [
        [0, 1],
        [1, 0],
      ] as const) {
        const ada = await logIn(api, { verified: true });
        await ask(ada.newEmail, ada.jwt);
        const links = [await mailTo(ada.newEmail), await mailTo(ada.email)] as const;
        const [first, last] = [links[order[0]], links[order[1]]];
        const waiting = await api.confirmEmailChange(gatehouse.url, { token: first.token });
        expect(waiting).toMatchObject({ success: true, code: null });
        expect(await emailOf(ada.jwt)).toBe(ada.email);
        const done = await other.confirmEmailChange(gatehouse.url, { token: last.token });
        expect(done).toMatchObject({ success: true, code: null });
        expect(done.msg).not.toBe(waiting.msg);
        expect(await emailOf(ada.jwt)).toBe(ada.newEmail);
      }
    });

    test('is confirmed with the code, too', async () => {
      const ada = await logIn(api);
      await ask(ada.newEmail, ada.jwt);
      const { code } = await mailTo(ada.newEmail);
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
      expect((await api.confirmEmailChange(gatehouse.url, { email: ada.newEmail, code: wrong })).code).toBe(
        'INVALID_TOKEN',
      );
      expect((await api.confirmEmailChange(gatehouse.url, { email: ada.newEmail, code })).code).toBeNull();
      expect(await emailOf(ada.jwt)).toBe(ada.newEmail);
    });

    test('that waits is shown to its user alone, and can be cancelled', async () => {
      const ada = await logIn(api, { verified: true });
      const eve = await logIn(other);
      expect(await api.emailChange(gatehouse.url, ada.jwt)).toMatchObject({ success: true, emailChange: null });
      await ask(ada.newEmail, ada.jwt);
      const links = [await mailTo(ada.newEmail), await mailTo(ada.email)] as const;
      await other.confirmEmailChange(gatehouse.url, { token: links[0].token });
      const shown = await api.emailChange(gatehouse.url, ada.jwt);
      expect(shown.emailChange).toEqual({
        email: ada.newEmail,
        confirmed: true,
        needsApproval: true,
        approved: false,
        createdTs: expect.any(String),
        expiresTs: expect.any(String),
      });
      expect((await other.emailChange(gatehouse.url, eve.jwt)).emailChange).toBeNull();
      expect((await other.cancelEmailChange(gatehouse.url, eve.jwt)).code).toBe('NOT_FOUND');

      expect(await api.cancelEmailChange(gatehouse.url, ada.jwt)).toMatchObject({ success: true, code: null });
      expect((await other.emailChange(gatehouse.url, ada.jwt)).emailChange).toBeNull();
      for (const { token } of links)
        expect((await other.confirmEmailChange(gatehouse.url, { token })).code).toBe('INVALID_TOKEN');
      expect((await api.cancelEmailChange(gatehouse.url, ada.jwt)).code).toBe('NOT_FOUND');
      expect(await emailOf(ada.jwt)).toBe(ada.email);
      // Rejections are recorded in the background, at any moment.
      const changes = "action LIKE 'email_change%' AND outcome = 'success'";
      const audit = `SELECT action FROM audit_events WHERE user_id = '${ada.id}' AND ${changes} ORDER BY id`;
      const actions = (await gatehouse.sql(audit)).map(({ action }) => action);
      expect(actions).toEqual(['email_change_requested', 'email_change_cancelled']);
    });

    test('keeps the session that shows the last proof, and else the one that asked', async () => {
      const bearer = (jwt: string | null) => ({ Authorization: `Bearer ${jwt}` });
      for (const isShown of [true, false]) {
        const ada = await logIn(api);
        const second = await other.login(gatehouse.url, { email: ada.email, password });
        const stranger = await logIn(other);
        await ask(ada.newEmail, ada.jwt);
        const { token } = await mailTo(ada.newEmail);
        const confirming = withHeaders(bearer(isShown ? second.jwt : stranger.jwt), () =>
          api.confirmEmailChange(gatehouse.url, { token }),
        );
        expect(await confirming).toMatchObject({ success: true });
        const [kept, ended] = isShown ? [second, ada] : [ada, second];
        expect(await emailOf(kept.jwt)).toBe(ada.newEmail);
        expect((await other.me(gatehouse.url, ended.jwt)).code).toBe('UNAUTHENTICATED');
        // Of the stranger, nothing ends.
        expect(await emailOf(stranger.jwt)).toBe(stranger.email);
      }
    });

    rule('to an address with an account gets the same answer and no mail', async () => {
      const ada = await logIn(api);
      const eve = await logIn(api);
      const free = await ask(ada.newEmail, ada.jwt);
      const before = (await gatehouse.allMails()).length;
      expect(await ask(ada.email, eve.jwt)).toEqual(free);
      expect(await gatehouse.allMails()).toHaveLength(before);
    });

    rule('to an address that got an account meanwhile is CONFLICT and changes nothing', async () => {
      const ada = await logIn(api);
      await ask(ada.newEmail, ada.jwt);
      const { token } = await mailTo(ada.newEmail);
      const owner = { email: ada.newEmail, password, firstName: 'Eve', lastName: 'Lovelace' };
      expect((await api.register(gatehouse.url, owner)).code).toBeNull();
      for (const one of [api, other]) {
        expect(await one.confirmEmailChange(gatehouse.url, { token })).toMatchObject({ code: 'CONFLICT' });
      }
      expect(await emailOf(ada.jwt)).toBe(ada.email);
    });

    rule('of 10 confirmations at the same time uses the token once', async () => {
      const ada = await logIn(api);
      await ask(ada.newEmail, ada.jwt);
      const { token } = await mailTo(ada.newEmail);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => (i % 2 ? api : other).confirmEmailChange(gatehouse.url, { token })),
      );
      const codes = answers.map(({ code }) => code).sort();
      expect(codes).toEqual([...Array(9).fill('INVALID_TOKEN'), null].sort());
    });

    rule('of two people to one address at the same time succeeds once', async () => {
      const people = [await logIn(api), await logIn(api)];
      const target = `both.${people[0]?.email}`;
      const tokens = [];
      for (const { jwt } of people) {
        expect((await ask(target, jwt)).code).toBeNull();
        // The second mail to the address would be paused.
        tokens.push((await gatehouse.allMails()).filter(({ to }) => to === target));
      }
      const links = (await gatehouse.allMails()).filter(({ to }) => to === target).map(({ links }) => links[0]);
      const answers = await Promise.all(
        links.map((link) => api.confirmEmailChange(gatehouse.url, { token: String(link).split('/').at(-1) })),
      );
      expect(answers.filter(({ success }) => success)).toHaveLength(1);
      for (const { code } of answers.filter(({ success }) => !success)) expect(code).toBe('CONFLICT');
    });

    test.each([
      ['without a password', undefined, 'VALIDATION_FAILED'],
      ['with a wrong password', 'a wrong horse battery', 'INVALID_CREDENTIALS'],
      ['with a password that is no text', 5, 'VALIDATION_FAILED'],
    ])('%s is %s', async (_name, currentPassword, code) => {
      const ada = await logIn(api);
      const input = { email: ada.newEmail, ...(currentPassword !== undefined && { currentPassword }) };
      expect((await api.changeEmail(gatehouse.url, input, ada.jwt)).code).toBe(code);
      expect((await gatehouse.allMails()).some(({ to }) => to === ada.newEmail.toLowerCase())).toBe(false);
    });

    rule('to the address of the account itself is VALIDATION_FAILED', async () => {
      const ada = await logIn(api);
      expect(await ask(ada.email.toUpperCase(), ada.jwt)).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: [{ field: 'email' }],
      });
    });

    rule('needs an access token', async () => {
      const ada = await logIn(api);
      expect((await ask(ada.newEmail, null)).code).toBe('UNAUTHENTICATED');
    });

    test.each<[string, Input]>([
      ['of another purpose', {}],
      ['that is none', { token: 'x'.repeat(64) }],
    ])('a token %s is INVALID_TOKEN', async (_name, given) => {
      const { email } = await logIn(api);
      await api.requestPasswordReset(gatehouse.url, { email });
      const input = { token: (await mailTo(email)).token, ...given };
      expect((await api.confirmEmailChange(gatehouse.url, input)).code).toBe('INVALID_TOKEN');
      expect((await api.undoEmailChange(gatehouse.url, input)).code).toBe('INVALID_TOKEN');
    });
  },
);
