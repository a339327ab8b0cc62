import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { formTo, PageClient, pagePassword } from '../support/page-client';

const en = {
  wrong: 'That code isn’t right',
  again: 'We’ve sent another e-mail.',
  soon: 'We sent an e-mail a moment ago.',
};
const newPassword = 'a longer horse battery';
const person = { first_name: 'Ada', last_name: 'Lovelace', password: pagePassword };
let gatehouse: Gatehouse;
let people = 0;
const newAddress = () => {
  people += 1;
  return `ada.${people}@example.com`;
};

/** The code of the newest mail to an address, as the person reads it on another device. */
async function codeOf(email: string): Promise<string> {
  const mail = (await gatehouse.allMails()).filter(({ to }) => to === email).at(-1);
  return String(mail?.code);
}

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const isVerified = async (email: string) =>
  (await gatehouse.sql(`SELECT email_verified FROM users WHERE email = '${email}'`))[0]?.email_verified;

async function start(env: Record<string, string> = {}) {
  await gatehouse?.stop();
  gatehouse = await startGatehouse(env);
}
afterAll(() => gatehouse.stop());

describe('with the default settings', () => {
  beforeAll(() => start());

  test('the page after /forgot takes the code and the new password, and is the same for every address', async () => {
    const { email } = await new PageClient(gatehouse).register();
    const client = new PageClient(gatehouse);
    const page = await client.get('/forgot');
    const known = await client.submit(page, '/forgot', { email });
    const unknown = await client.submit(page, '/forgot', { email: 'unknown@example.com' });
    expect(known).toMatchObject({ status: 200, heading: 'Check your e-mail' });
    expect(unknown.html.replaceAll('unknown@example.com', email)).toBe(known.html);
    expect(formTo(known, '/forgot/code').inputs.code).toMatchObject({
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      required: '',
    });
    const code = await codeOf(email);
    const wrong = { code: wrongOf(code), password: newPassword };
    const [rejected, decoy] = [
      await client.submit(known, '/forgot/code', wrong),
      await client.submit(unknown, '/forgot/code', wrong),
    ];
    expect([rejected.status, rejected.text]).toEqual([400, expect.stringContaining(en.wrong)]);
    expect(decoy.html.replaceAll('unknown@example.com', email)).toBe(rejected.html);
    const short = await client.submit(rejected, '/forgot/code', { code, password: 'short' });
    expect([short.status, formTo(short, '/forgot/code').inputs.password?.['aria-invalid']]).toEqual([400, 'true']);
    const done = await client.submit(short, '/forgot/code', { code, password: newPassword });
    expect(done).toMatchObject({ status: 303, location: '/account?done=password' });
    expect((await client.get('/account')).text).toContain(email);
  });

  test('the account has a field for the code until the address is confirmed', async () => {
    const client = new PageClient(gatehouse);
    const { email } = await client.register();
    const page = await client.get('/account');
    const action = '/account/email/verification/code';
    const code = await codeOf(email);
    const wrong = await client.submit(page, action, { code: wrongOf(code) });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining(en.wrong)]);
    const done = await client.follow(await client.submit(wrong, action, { code }));
    expect(done.text).toContain('Your e-mail address is confirmed.');
    expect(done.html).not.toContain(action);
    expect(await isVerified(email)).toBe(true);
  });

  test('a change of the address takes the code of the new address, and that of the old one if it must agree', async () => {
    const client = new PageClient(gatehouse);
    const { email } = await client.register();
    await client.submit(await client.get('/account'), '/account/email/verification/code', {
      code: await codeOf(email),
    });
    const moved = newAddress();
    const form = await client.get('/account/email');
    const sent = await client.submit(form, '/account/email', { email: moved, current_password: pagePassword });
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining(moved)]);
    const other = await client.submit(sent, '/account/email/code', { code: await codeOf(moved) });
    expect([other.status, other.text]).toEqual([200, expect.stringContaining('Your current address has to agree')]);
    const wrong = await client.submit(other, '/account/email/code', { code: wrongOf(await codeOf(email)) });
    expect(wrong.status).toBe(400);
    const done = await client.submit(wrong, '/account/email/code', { code: await codeOf(email) });
    expect(done).toMatchObject({ status: 303, location: '/account?done=moved' });
    expect((await client.follow(done)).text).toContain(moved);
  });

  test('a change that waits is shown on the profile, with its code and the way to cancel it', async () => {
    const client = new PageClient(gatehouse);
    const { email } = await client.register();
    await client.submit(await client.get('/account'), '/account/email/verification/code', {
      code: await codeOf(email),
    });
    const other = new PageClient(gatehouse);
    await other.signIn({ email });
    expect((await client.get('/account/email/code')).location).toBe('/account/email');
    const [first, second] = [newAddress(), newAddress()];
    const ask = async (address: string) =>
      client.submit(await client.get('/account/email'), '/account/email', {
        email: address,
        current_password: pagePassword,
      });
    await ask(first);
    const shown = await other.get('/account');
    expect([shown.text, shown.links]).toEqual([
      expect.stringContaining(`Your new address will be ${first}.`),
      expect.arrayContaining(['/account/email/code']),
    ]);
    const cancelled = await other.submit(shown, '/account/email/cancel');
    expect((await other.follow(cancelled)).text).toContain('Your e-mail address stays as it is.');
    // A page that was open before.
    expect(await other.submit(shown, '/account/email/cancel')).toMatchObject({ location: '/account' });
    expect((await client.get('/account')).links).not.toContain('/account/email/code');

    await ask(second);
    // The device on which the codes are entered stays signed in, also if another one has asked.
    const code = await other.get('/account/email/code');
    expect(code.text).toContain(second);
    await other.submit(code, '/account/email/code', { code: await codeOf(second) });
    const approval = await other.get('/account/email/code');
    expect(approval.text).toContain('Your current address has to agree');
    const done = await other.submit(approval, '/account/email/code', { code: await codeOf(email) });
    expect((await other.follow(done)).text).toContain('Your e-mail address is changed.');
    expect((await client.follow(await client.get('/account'))).text).toContain(
      'because your e-mail address was changed',
    );
  });

  test.each(['/register', '/forgot', '/login'])('%s/code opened alone leads to the form', async (path) => {
    const client = new PageClient(gatehouse);
    expect(await client.get(`${path}/code`)).toMatchObject({ status: 303, location: path });
    const reply = await client.post(`${path}/code`);
    expect([reply.status, reply.heading]).toEqual([400, 'Check your e-mail']);
  });
});

describe('with EMAIL_VERIFICATION=required', () => {
  beforeAll(() => start({ EMAIL_VERIFICATION: 'required' }));

  test('the pages after a registration and after a login take the code', async () => {
    for (const path of ['/register', '/login'] as const) {
      const client = new PageClient(gatehouse);
      const email = newAddress();
      let page = await client.submit(await client.get('/register'), '/register', { ...person, email });
      if (path === '/login') page = await client.submit(await client.get('/login'), '/login', { ...person, email });
      expect([page.heading, page.text]).toEqual(['Check your e-mail', expect.stringContaining(email)]);
      const action = `${path}/code`;
      expect(formTo(page, action).inputs).not.toHaveProperty('password');
      const code = await codeOf(email);
      const wrong = await client.submit(page, action, { code: wrongOf(code) });
      expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining(en.wrong)]);
      const done = await client.submit(wrong, action, { code });
      expect(done).toMatchObject({ status: 303, location: '/account?done=verified' });
      expect((await client.follow(done)).text).toContain('Your e-mail address is confirmed.');
      expect(await isVerified(email)).toBe(true);
    }
  });
});

describe('with REGISTRATION=confirm', () => {
  beforeAll(() => start({ REGISTRATION: 'confirm', RATE_LIMITS: 'on' }));

  test('the page after /register takes the code and the password, and is the same for every address', async () => {
    const client = new PageClient(gatehouse);
    const email = newAddress();
    const form = await client.get('/register');
    const fresh = await client.submit(form, '/register', { ...person, email });
    const code = await codeOf(email);
    const action = '/register/code';
    const wrong = { code: wrongOf(code), password: newPassword };
    const rejected = await client.submit(fresh, action, wrong);
    const done = await client.submit(rejected, action, { code, password: newPassword });
    expect(done).toMatchObject({ status: 303, location: '/account?done=verified' });
    await new PageClient(gatehouse).signIn({ email, password: newPassword });
    // An account to which no mail was sent in the last minute.
    const known = newAddress();
    await gatehouse.sql(`INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts)
      VALUES (gen_random_uuid(), '${known}', '${known}', 'Ada', 'Lovelace', now())`);
    const taken = await new PageClient(gatehouse).submit(form, '/register', { ...person, email: known });
    expect(taken.html.replaceAll(known, 'x')).toBe(fresh.html.replaceAll(email, 'x'));
    const decoy = await new PageClient(gatehouse).submit(taken, action, wrong);
    expect(decoy.html.replaceAll(known, 'x')).toBe(rejected.html.replaceAll(email, 'x'));
  });

  test('"Send again" sends another code, and says when it is too soon', async () => {
    const client = new PageClient(gatehouse);
    const email = newAddress();
    const page = await client.submit(await client.get('/register'), '/register', { ...person, email });
    expect(page.text).toContain('You can ask for another e-mail in 60 s.');
    const mails = async () => (await gatehouse.allMails()).filter(({ to }) => to === email).length;
    const again = await client.submit(page, '/register/code', { intent: 'send-again' });
    expect([again.status, again.text, await mails()]).toEqual([200, expect.stringContaining(en.again), 2]);
    const soon = await client.submit(again, '/register/code', { intent: 'send-again' });
    expect([soon.status, soon.text, await mails()]).toEqual([200, expect.stringContaining(en.soon), 2]);
    expect(soon.text).toMatch(/You can ask for another e-mail in [0-9]{1,2} s\./);
    const code = await codeOf(email);
    const done = await client.submit(soon, '/register/code', { code, password: newPassword });
    expect([done.status < 400, await isVerified(email)]).toEqual([true, true]);
  });
});
