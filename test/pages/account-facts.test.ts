import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { wordsIn } from '../../src/pages/words/words-in';
import { graphqlApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { PageClient, type PageReply, pagePassword } from '../support/page-client';

/** An account in one state. What is not possible is not among them: two-step sign-in without a second factor. */
interface State {
  hasPassword: boolean;
  passkeys: 0 | 1 | 2;
  totp: boolean;
  identities: 0 | 1 | 2;
  /** Of a provider that is no longer in the settings. */
  hasOldIdentity: boolean;
  twoStep: boolean;
  isRequired: boolean;
  isVerified: boolean;
}

const both = [true, false] as const;
const few = [0, 1, 2] as const;
const states: State[] = both.flatMap((hasPassword) =>
  few.flatMap((passkeys) =>
    both.flatMap((totp) =>
      few.flatMap((identities) =>
        both.flatMap((hasOldIdentity) =>
          both.flatMap((twoStep) =>
            both.flatMap((isRequired) =>
              both.map((isVerified) => ({
                hasPassword,
                passkeys,
                totp,
                identities,
                hasOldIdentity,
                twoStep,
                isRequired,
                isVerified,
              })),
            ),
          ),
        ),
      ),
    ),
  ),
);
const possible = states.filter(
  ({ twoStep, totp, passkeys, identities, hasOldIdentity }) =>
    (!twoStep || totp || passkeys > 0) &&
    // It decides only whether the other identity is the only way in.
    (!hasOldIdentity || (identities === 1 && !totp && passkeys === 0)),
);

/** All of them take two minutes, so only CI tries all. Seven and the sizes of the dimensions have no common divisor. */
const tried = process.env.TEST_PROGRAMS === 'on' ? possible : possible.filter((_, i) => i % 7 === 0);

const { security, profile } = wordsIn.en.account;
const path = '/account/security';
let gatehouse: Gatehouse;
let passwordHash: string;

beforeAll(async () => {
  const provider = (id: string) => ({
    [`PROVIDER_${id}_CLIENT_ID`]: 'gatehouse',
    [`PROVIDER_${id}_CLIENT_SECRET`]: 'a secret of the provider',
  });
  gatehouse = await startGatehouse({
    ADMIN_MIN_ACR: 'aal2',
    PROVIDERS: 'google,github',
    ...provider('GOOGLE'),
    ...provider('GITHUB'),
  });
  const { email } = await new PageClient(gatehouse).register();
  const [row] = await gatehouse.sql(`SELECT password_hash FROM users WHERE email = '${email}'`);
  passwordHash = String(row?.password_hash);
});
afterAll(() => gatehouse.stop());

/** Makes the account, and a session in which its user has just used a second factor. */
async function personIn(state: State, { disabled = false, deleted = false } = {}) {
  const [id, sessionId] = [randomUUID(), randomUUID()];
  const email = `${id}@example.com`;
  const { hasPassword, passkeys, totp, identities, hasOldIdentity, twoStep, isRequired, isVerified } = state;
  const factors = [...(totp ? ['totp'] : []), ...(passkeys > 0 ? ['passkey'] : [])].sort();
  const cookie = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(cookie).digest('hex');
  const providers = [...['google', 'github'].slice(0, identities), ...(hasOldIdentity ? ['gone'] : [])];
  // One statement, because there are thousands of accounts.
  await gatehouse.sql(`WITH person AS (
      INSERT INTO users (id, email, email_canonical, first_name, last_name, password_hash, created_ts, is_super_admin,
        email_verified, factors, two_step, disabled, deletion_due_ts)
      VALUES ('${id}', '${email}', '${email}', 'Ada', 'Lovelace', ${hasPassword ? `'${passwordHash}'` : 'NULL'}, now(),
        ${isRequired}, ${isVerified}, '{${factors}}', ${twoStep}, ${disabled || deleted}, ${deleted ? 'now()' : 'NULL'})
      RETURNING id
    ), app AS (
      INSERT INTO totp_factors (user_id, encrypted_seed, created_ts, confirmed_ts)
      SELECT id, '\\x00', now(), now() FROM person WHERE ${totp}
    ), keys AS (
      INSERT INTO passkeys (id, credential_id, user_id, public_key, sign_count, transports, aaguid, device_type, backed_up,
        name, created_ts)
      SELECT gen_random_uuid(), decode(md5('${id}' || i), 'hex'), id, '\\x00', 0, '{}', gen_random_uuid(), 'singleDevice',
        false, 'Key ' || i, now() FROM person, generate_series(1, ${passkeys}) i
    ), codes AS (
      INSERT INTO recovery_codes (hash, user_id) SELECT decode(md5('${id}'), 'hex'), id FROM person WHERE ${twoStep}
    ), connected AS (
      INSERT INTO identities (id, user_id, provider, issuer, subject, created_ts)
      SELECT gen_random_uuid(), id, provider, provider, '${id}', now()
      FROM person, unnest('{${providers}}'::text[]) AS provider
    ), session AS (
      INSERT INTO sessions (id, user_id, created_ts, last_used_ts, auth_ts, expires_ts, acr, amr)
      SELECT '${sessionId}', id, now(), now(), now(), now() + interval '1 hour', 'aal2', '{pwd,otp,mfa}' FROM person
    )
    INSERT INTO page_cookies (session_id, hash, created_ts) VALUES ('${sessionId}', '\\x${hash}', now())`);
  const client = new PageClient(gatehouse);
  client.cookies.set('__Host-gatehouse_session', cookie);
  return { client, email };
}

type Person = Awaited<ReturnType<typeof personIn>>;

const linkIn = (page: PageReply, pattern: RegExp) => page.links.find((link) => pattern.test(link));
const isOn = (page: PageReply) => page.text.includes(`${security.twoStep} ${security.on}`);
const proof = { current_password: pagePassword };

/** What the pages offer, and what comes of it. `does` returns whether the operation did what its button says. */
const offers: Record<
  string,
  { isOffered(page: PageReply): boolean; does(client: PageClient, page: PageReply): Promise<boolean> }
> = {
  'switch two-step sign-in on': {
    isOffered: ({ text }) => text.includes(security.switchOn),
    does: async (client, page) => {
      await client.post(`${path}/two-step`, { enabled: 'true' });
      return !isOn(page) && isOn(await client.get(path));
    },
  },
  'switch two-step sign-in off': {
    isOffered: ({ text }) => text.includes(security.switchOff),
    does: async (client, page) => {
      await client.post(`${path}/two-step`, { enabled: 'false' });
      return isOn(page) && !isOn(await client.get(path));
    },
  },
  'create new codes': {
    isOffered: ({ links }) => links.includes(`${path}/recovery-codes`),
    does: async (client) => (await client.post(`${path}/recovery-codes`)).html.includes('<ol class="codes">'),
  },
  'remove the app': {
    isOffered: ({ links }) => links.includes(`${path}/totp/remove`),
    does: async (client) => (await client.post(`${path}/totp/remove`)).location === `${path}?done=totp-removed`,
  },
  'set up an app': {
    isOffered: ({ links }) => links.includes(`${path}/totp`),
    does: async (client, { text }) => {
      // Without a password, the recent sign-in is the proof.
      const sent = text.includes('your password') ? proof : {};
      return (await client.post(`${path}/totp`, sent)).html.includes('otpauth:');
    },
  },
  'add a passkey': {
    isOffered: ({ links }) => links.includes(`${path}/passkeys/add`),
    does: async (client, { text }) => {
      const sent = text.includes('your password') ? proof : {};
      const { forms } = await client.post(`${path}/passkeys/add`, sent);
      return forms.some(({ passkeyOptions }) => passkeyOptions !== null);
    },
  },
};

const failures: string[] = [];
const note = (state: State, what: string, shown: unknown, real: unknown) => {
  if (JSON.stringify(shown) !== JSON.stringify(real))
    failures.push(
      `${what}: the page says ${JSON.stringify(shown)}, and it is ${JSON.stringify(real)}: ${JSON.stringify(state)}`,
    );
};

/** The page names the first and the second steps in a sentence; a login needs them. */
async function compareSentences(state: State, page: PageReply, account: PageReply, { email }: Person) {
  const { hasPassword, totp } = state;
  const login = await graphqlApi.login(gatehouse.url, { email, password: pagePassword });
  const isAsked = page.text.includes('When you sign in with');
  if (hasPassword) {
    note(state, 'a second step', isAsked, login.code === 'MFA_REQUIRED');
    const [, seconds = ''] = /you also need ([^.]*)\./.exec(page.text) ?? [];
    const named = Object.entries(security.seconds).flatMap(([factor, text]) =>
      seconds.includes(text) ? [factor] : [],
    );
    note(state, 'the second steps', named.sort(), [...(login.challenge?.factors ?? [])].sort());
  }
  const [, ways = ''] = /[Yy]ou sign in with ([^.]*?)(?:, you also need|, and nothing)/.exec(page.text) ?? [];
  note(state, 'the password as a way', /your password/.test(ways), login.code !== 'INVALID_CREDENTIALS');
  note(state, 'Google as a way', /Google/.test(ways), state.identities > 0);
  note(
    state,
    'the password on the profile',
    !account.text.includes(`${profile.password} ${profile.noPassword}`),
    hasPassword,
  );
  const tag = new RegExp(`${security.totp} (${security.on}|${security.off}|${security.isAdded}) `).exec(page.text)?.[1];
  note(state, 'the app', tag, !totp ? security.off : isAsked ? security.on : security.isAdded);
  note(state, 'two-step sign-in', isOn(page), isAsked);
  note(state, 'spaces between sentences', /[a-z]\.[A-Z]/.test(page.text), false);
}

/** Compares what is offered with what is done. After a change, the next operation is of another account in this state. */
async function compareOffers(state: State, page: PageReply, first: Person) {
  let person = first;
  const compare = async (name: string, isOffered: boolean, work: (client: PageClient) => Promise<boolean>) => {
    const isDone = await work(person.client);
    note(state, name, isOffered, isDone);
    if (isDone) person = await personIn(state);
  };
  for (const [name, { isOffered, does }] of Object.entries(offers))
    await compare(name, isOffered(page), (client) => does(client, page));
  const ofPerson = async () => person.client.get(path);
  const key = linkIn(await ofPerson(), /\/passkeys\/[\da-f-]{36}$/);
  if (key) {
    const isOffered = linkIn(await person.client.get(key), /\/remove$/) !== undefined;
    const isGone = async (client: PageClient) =>
      (await client.post(`${key}/remove`)).location === `${path}?done=passkey-removed`;
    await compare('remove a passkey', isOffered, isGone);
  }
  const [identity] = await gatehouse.sql(`SELECT i.id FROM identities i JOIN users u ON u.id = i.user_id
    WHERE u.email = '${person.email}' AND i.provider = 'google'`);
  if (!identity) return;
  const remove = `${path}/identities/${identity.id}/remove`;
  const own = await ofPerson();
  const isOffered = own.links.includes(remove);
  if (!isOffered) note(state, 'the way to another way in', own.links.includes('/forgot'), true);
  const isGone = async (client: PageClient) =>
    (await client.post(remove)).location === `${path}?done=provider-disconnected`;
  await compare('disconnect', isOffered, isGone);
}

test('on /account and /account/security, each state, sentence and button is what the operations do', async () => {
  expect(possible).toHaveLength(272);
  for (const state of tried) {
    const person = await personIn(state);
    const page = await person.client.get(path);
    await compareSentences(state, page, await person.client.get('/account'), person);
    await compareOffers(state, page, person);
  }
  expect(failures.slice(0, 10)).toEqual([]);
}, 600_000);

test.each(['disabled', 'deleted'])(
  'an account that is %s has no page in any of these states',
  async (name) => {
    failures.length = 0;
    for (const state of tried) {
      const { client, email } = await personIn(state, { [name]: true });
      const away = await client.get('/account');
      note(state, name, away.location, '/login?return_to=%2Faccount');
      const code = (await graphqlApi.login(gatehouse.url, { email, password: pagePassword })).code;
      note(state, `${name}: a login`, code, state.hasPassword ? 'ACCOUNT_DISABLED' : 'INVALID_CREDENTIALS');
    }
    expect(failures.slice(0, 10)).toEqual([]);
  },
  600_000,
);
