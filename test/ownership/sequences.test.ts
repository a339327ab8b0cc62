import { type Answer, restApi as api, apis } from '../support/apis';
import { claimsOf } from '../support/checked-load';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { type App, authorizePath, browse, createApp, createPkce, redeem, refreshTokens } from '../support/openid';
import { agePasskeys } from '../support/ownership';
import { PageClient } from '../support/page-client';
import { logInWith } from '../support/passkeys';
import { type HostileProvider, startHostileProvider } from '../support/providers/hostile-provider';
import { settingsOf } from '../support/providers/provider-logins';
import { SoftwarePasskey } from '../support/software-passkey';
import { loginSuperAdmin } from '../support/super-admin';
import { verifyAddress } from '../support/verified-address';

/**
 * All orders of what a stranger and an owner can do, up to a length. Afterwards the owner uses the links that have arrived
 * in the mailbox, and resets the password. The account whose address the owner has proved is then theirs, and nothing that
 * the stranger has is of any use. Orders that lead to the same state continue as one.
 */
const longest = Number(process.env.OWNERSHIP_STEPS ?? 1);

/** What is tried in every order. Everything at once would be too much. */
const subjects = {
  'of addresses and factors': [
    'register',
    'confirm',
    'reset',
    'add factor',
    'two-step',
    'change address',
    'undo',
    'delete',
    'restore',
  ],
  'of applications, providers and the first proof': [
    'register',
    'consent',
    'connect a provider',
    'confirm',
    'reset',
    'code by mail',
    'set the flag back',
    'undo',
  ],
} as const;

const strangersPassword = 'a password of a stranger';
const ownersPassword = 'a password of the owner';

/** Who has what before the first step. */
const worlds = {
  'the address has no account': async () => {},
  'a stranger knows the password': async (world: World) => {
    await world.openAccount(strangersPassword);
  },
  'a stranger knows the password, and the owner has a passkey': async (world: World) => {
    await world.openAccount(strangersPassword);
    await world.addOwnersKey();
  },
  'a stranger has the password, and a session that has used the passkey of the owner': async (world: World) => {
    await world.openAccount(strangersPassword);
    const stolen = await logInWith(api, url(), await world.addOwnersKey());
    world.sessions.push(String(stolen.jwt));
  },
};

let gatehouse: Gatehouse;
let provider: HostileProvider;
/** Of a third party. */
let app: App;
beforeAll(async () => {
  provider = await startHostileProvider();
  gatehouse = await startGatehouse({ ...settingsOf(provider), EMAIL_LOGIN: 'on' });
  app = await createApp(gatehouse, { firstParty: false });
});
afterAll(async () => {
  await gatehouse.stop();
  await provider.close();
});

const url = () => gatehouse.url;
const scope = 'openid offline_access';

let admin = { jwt: '', until: 0 };
/** The access token of a super admin. */
async function adminToken(): Promise<string> {
  if (Date.now() > admin.until) {
    const { jwt } = await loginSuperAdmin(gatehouse, `root.${count}@example.com`);
    admin = { jwt: String(jwt), until: Date.now() + 20 * 60_000 };
  }
  return admin.jwt;
}
let count = 0;

/** The mailbox of the owner, the mailbox of the stranger, and what the stranger has got. */
class World {
  readonly mine: string;
  readonly theirs: string;
  /** The access tokens that the stranger has. */
  readonly sessions: string[] = [];
  /** The passkeys of the stranger. */
  readonly keys: SoftwarePasskey[] = [];
  /** The browser of the stranger. */
  readonly browser = new PageClient(gatehouse);
  /** What the application of a third party has got from the stranger. */
  readonly granted: { accessToken: string; refreshToken: string }[] = [];
  /** The account of the stranger at the provider. */
  readonly subject: string;
  ownersKey: SoftwarePasskey | null = null;
  /** Whose each hash of a password is. */
  private readonly passwords = new Map<string, string>();
  /** The accounts whose address the owner has proved. */
  readonly owned = new Set<string>();

  constructor() {
    count += 1;
    this.mine = `mine.${count}@example.com`;
    this.theirs = `theirs.${count}@example.com`;
    this.subject = `the stranger ${count}`;
  }

  readonly steps: Record<string, () => Promise<void>> = {
    register: async () => {
      await this.register(strangersPassword);
      await this.logIn();
    },
    confirm: async () => {
      for (const token of await this.links(this.mine, ['verify_email'])) await api.confirmEmail(url(), { token });
    },
    reset: async () => {
      await this.reset(this.mine, ownersPassword);
      await this.reset(this.theirs, strangersPassword);
      await this.logIn();
    },
    'add factor': async () => {
      const [added] = await gatehouse.sql(`SELECT 1 FROM passkeys p JOIN users u ON u.id = p.user_id
        WHERE u.email_canonical IN ('${this.mine}', '${this.theirs}') OFFSET ${this.ownersKey ? 1 : 0}`);
      // A second one of the stranger would change nothing.
      if (added) return;
      const before = this.keys.length;
      for (const jwt of await this.logIn()) {
        if (this.keys.length > before) break;
        await this.addPasskey(jwt, strangersPassword).then(
          (added) => {
            this.keys.push(added.passkey);
            this.sessions.push(added.jwt);
          },
          () => {},
        );
      }
    },
    'two-step': async () => {
      for (const jwt of await this.logIn()) {
        const { code } = await api.setTwoStep(url(), { enabled: true }, jwt);
        if (code === null) break;
      }
    },
    'change address': async () => {
      for (const jwt of await this.logIn()) {
        const { code } = await api.changeEmail(url(), { email: this.theirs, currentPassword: strangersPassword }, jwt);
        if (code === null) break;
      }
      await this.use(this.theirs);
    },
    undo: async () => {
      for (const token of await this.links(this.mine, ['undo_email_change']))
        await api.undoEmailChange(url(), { token });
      for (const token of await this.links(this.mine, ['undo_factor'])) {
        await api.resetPassword(url(), { token, password: ownersPassword });
      }
    },
    consent: async () => {
      const pkce = createPkce();
      const path = authorizePath(app, { scope }, pkce);
      let page = await browse(this.browser, path);
      if (page.location === null && page.forms.some(({ action }) => action === '/login')) {
        await this.browser.post('/login', { email: this.mine, password: strangersPassword });
        page = await browse(this.browser, path);
      }
      const isAsked = page.forms.some(({ action }) => action === '/oauth/continue');
      const answer = isAsked ? await this.browser.submit(page, '/oauth/continue', { decision: 'allow' }) : page;
      const code = new URL(answer.location ?? '', url()).searchParams.get('code');
      if (code === null) return;
      const { body } = await redeem(url(), app, code, pkce);
      const { access_token: accessToken, refresh_token: refreshToken } = body;
      if (refreshToken) this.granted.push({ accessToken: String(accessToken), refreshToken: String(refreshToken) });
    },
    'connect a provider': async () => {
      for (const jwt of await this.logIn()) {
        // The session of a provider has no password.
        for (const proof of [{ currentPassword: strangersPassword }, {}]) {
          const { code } = await api.linkIdentity(url(), { ...(await this.byProvider()), ...proof }, jwt);
          if (code === null) return;
        }
      }
    },
    'code by mail': async () => {
      const { token } = await api.requestEmailLogin(url(), { email: this.mine });
      const [link] = (await this.links(this.mine, ['email_login'])).slice(-1);
      await api.completeEmailLogin(url(), { token, link });
    },
    'set the flag back': async () => {
      const [user] = await gatehouse.sql(`SELECT id FROM users WHERE email_canonical = '${this.mine}'`);
      if (!user) return;
      const [{ call }] = apis;
      const { code } = await call(url(), 'updateUser', { id: user.id, emailVerified: false }, await adminToken());
      if (code !== null) throw new Error(code);
    },
    delete: async () => {
      for (const jwt of await this.logIn()) await api.deleteAccount(url(), { currentPassword: strangersPassword }, jwt);
    },
    restore: async () => {
      for (const address of [this.theirs, this.mine]) {
        for (const token of await this.links(address, ['cancel_deletion'])) await api.cancelDeletion(url(), { token });
      }
    },
  };

  async run(step: string): Promise<void> {
    await this.steps[step]?.();
    const rows = await gatehouse.sql(`SELECT id FROM users WHERE email_canonical = '${this.mine}' AND email_verified`);
    for (const { id } of rows) this.owned.add(String(id));
    const hashes = await gatehouse.sql(
      `SELECT password_hash, email = '${this.mine}' AS mine FROM users WHERE email_canonical IN ('${this.mine}', '${this.theirs}')`,
    );
    for (const { password_hash: hash, mine } of hashes) {
      if (hash === null || this.passwords.has(String(hash))) continue;
      this.passwords.set(String(hash), mine && ['reset', 'undo'].includes(step) ? "the owner's" : "the stranger's");
    }
  }

  register(password: string): Promise<Answer> {
    return api.register(url(), { email: this.mine, password, firstName: 'Ada', lastName: 'Lovelace' });
  }

  /** The owner has an account with a verified address. */
  async openAccount(password: string): Promise<void> {
    await this.register(password);
    await verifyAddress(gatehouse, this.mine);
    await this.run('');
  }

  /** A passkey of the owner that is a week old. */
  async addOwnersKey(): Promise<SoftwarePasskey> {
    const { jwt, user } = await api.login(url(), { email: this.mine, password: strangersPassword });
    const { passkey } = await this.addPasskey(String(jwt), strangersPassword);
    await agePasskeys(gatehouse, String(user?.id), 8);
    // The links of that time have expired.
    await gatehouse.sql(`UPDATE one_time_tokens SET used_ts = now() WHERE user_id = '${user?.id}'`);
    this.ownersKey = passkey;
    return passkey;
  }

  async addPasskey(jwt: string, currentPassword: string): Promise<{ passkey: SoftwarePasskey; jwt: string }> {
    const passkey = new SoftwarePasskey();
    const { options } = await api.addPasskeyOptions(url(), { currentPassword }, jwt);
    if (!options) throw new Error('no options');
    const added = await api.addPasskey(url(), { passkey: passkey.create(options) }, jwt);
    if (!added.jwt) throw new Error('no passkey');
    return { passkey, jwt: added.jwt };
  }

  /** All that lets the stranger in. Returns the access tokens that are valid. */
  async logIn(): Promise<string[]> {
    const live = await this.live();
    if (live.length > 0) return live;
    for (const email of [this.mine, this.theirs]) {
      const { jwt } = await api.login(url(), { email, password: strangersPassword });
      if (jwt) this.sessions.push(jwt);
    }
    for (const key of this.keys) {
      const { jwt } = await logInWith(api, url(), key);
      if (jwt) this.sessions.push(jwt);
    }
    if (await this.isConnected()) {
      const { jwt } = await api.loginWithIdToken(url(), await this.byProvider());
      if (jwt) this.sessions.push(jwt);
    }
    return this.live();
  }

  async isConnected(): Promise<boolean> {
    return (await gatehouse.sql(`SELECT 1 FROM identities WHERE subject = '${this.subject}'`)).length > 0;
  }

  /** What the stranger shows who signs in with the provider. */
  async byProvider() {
    const claims = { sub: this.subject, email: this.theirs, email_verified: true, jti: Math.random() };
    return { provider: 'acme', idToken: await provider.idToken({ nonce: 'n', ...claims }), nonce: 'n' };
  }

  async live(tokens = this.sessions): Promise<string[]> {
    const ids = tokens.map((jwt) => `'${claimsOf(jwt).sid}'`);
    if (ids.length === 0) return [];
    const rows =
      await gatehouse.sql(`SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id AND u.revision = s.revision
      WHERE s.id IN (${ids.join()}) AND s.revoked_ts IS NULL AND NOT u.disabled`);
    const live = new Set(rows.map(({ id }) => id));
    return tokens.filter((jwt) => live.has(claimsOf(jwt).sid)).reverse();
  }

  /** Whose page the browser of the stranger shows. Null if nobody is signed in. */
  async browsesAs(): Promise<string | null> {
    const { status, text } = await this.browser.get('/account');
    if (status !== 200) return null;
    return [this.mine, this.theirs].find((address) => text.includes(address)) ?? 'unknown';
  }

  async links(address: string, purposes: readonly string[] | null): Promise<string[]> {
    const of = purposes ? `AND purpose IN ('${purposes.join("','")}')` : '';
    const rows = await gatehouse.sql(`SELECT id, purpose, address FROM one_time_tokens
      WHERE address = '${address}' AND used_ts IS NULL AND NOT is_decoy ${of} ORDER BY created_ts, id`);
    return rows.map((row) => gatehouse.services.oneTimeTokens.tokenOf(row as never));
  }

  async reset(email: string, password: string): Promise<void> {
    await api.requestPasswordReset(url(), { email });
    for (const token of await this.links(email, ['reset_password']))
      await api.resetPassword(url(), { token, password });
  }

  /** Uses every link of a mailbox in every way. */
  async use(address: string): Promise<void> {
    for (const token of await this.links(address, null)) {
      await api.confirmEmailChange(url(), { token });
      await api.confirmEmail(url(), { token });
      await api.cancelDeletion(url(), { token });
      await api.undoEmailChange(url(), { token });
      await api.resetPassword(url(), { token, password: strangersPassword });
    }
  }

  /** The owner uses the links that have arrived, and sets a password. */
  async takeBack(): Promise<void> {
    for (const token of await this.links(this.mine, ['undo_email_change'])) {
      await api.undoEmailChange(url(), { token });
    }
    await this.steps.restore?.();
    await this.steps.undo?.();
    await this.reset(this.mine, ownersPassword);
  }

  /** What decides how the world continues. */
  async state(): Promise<string> {
    const name = (text: unknown) => String(text).replace(this.mine, 'mine').replace(this.theirs, 'theirs');
    const ids = [...this.owned]
      .map((id) => `'${id}'`)
      .concat("'00000000-0000-0000-0000-000000000000'")
      .join();
    const users =
      await gatehouse.sql(`SELECT id, email, email_verified, disabled, deletion_due_ts IS NOT NULL AS deleted,
        email_proved_ts IS NOT NULL AS proved, password_hash, two_step,
        (SELECT count(*)::int FROM oauth_consents c WHERE c.user_id = u.id) AS consents,
        (SELECT count(*)::int FROM identities i WHERE i.user_id = u.id) AS identities, (SELECT count(*)::int FROM passkeys p WHERE p.user_id = u.id) AS keys
      FROM users u WHERE email_canonical IN ('${this.mine}', '${this.theirs}') OR id IN (${ids}) ORDER BY created_ts`);
    const tokens = await gatehouse.sql(`SELECT DISTINCT purpose, address, user_id FROM one_time_tokens
      WHERE address IN ('${this.mine}', '${this.theirs}') AND used_ts IS NULL AND NOT is_decoy ORDER BY purpose, address`);
    const changes = await gatehouse.sql(`SELECT needs_approval, confirmed_ts IS NULL AS open, user_id FROM email_changes
      WHERE email_canonical = '${this.theirs}'`);
    const number = new Map(users.map(({ id }, i) => [id, i]));
    for (const user of users) user.password_hash = this.passwords.get(String(user.password_hash)) ?? 'none';
    const plain = [...users, ...tokens, ...changes].map((row) =>
      Object.values({ ...row, id: undefined, user_id: number.get(row.user_id) })
        .map(name)
        .join(),
    );
    const granted = this.granted.map(({ accessToken }) => accessToken);
    const isIn = [await this.live(), await this.live(granted)].map(({ length }) => length > 0);
    return JSON.stringify([plain, isIn, await this.browsesAs(), this.owned.size]);
  }

  /** Returns what is wrong. */
  async problems(): Promise<string[]> {
    const found: string[] = [];
    const isOwners = async (when: string) => {
      const login = this.ownersKey
        ? await logInWith(api, url(), this.ownersKey)
        : await api.login(url(), { email: this.mine, password: ownersPassword });
      const ids = [...this.owned];
      if (ids.length > 0 && (ids.length > 1 || login.user?.id !== ids[0] || login.user?.email !== this.mine))
        found.push(`${when}: the owner does not have the account, but ${login.code}`);
    };
    await isOwners('after the links');
    for (const token of await this.live()) {
      const { user } = await api.me(url(), token);
      if (user && this.owned.has(user.id)) found.push('a session of the stranger is live');
    }
    for (const key of this.keys) {
      const { user } = await logInWith(api, url(), key);
      if (user && this.owned.has(user.id)) found.push('a passkey of the stranger is accepted');
    }
    if (this.owned.size > 0) found.push(...(await this.problemsOfOthers()));
    for (const email of [this.mine, this.theirs]) {
      const { code, user } = await api.login(url(), { email, password: strangersPassword });
      const isIn = code === null ? this.owned.has(user?.id ?? '') : code === 'MFA_REQUIRED' && email === this.mine;
      if (isIn) found.push('the password of the stranger is accepted');
    }
    await this.use(this.theirs);
    await isOwners('after the links of the stranger');
    return found;
  }

  /** Returns what is wrong with applications and providers. */
  private async problemsOfOthers(): Promise<string[]> {
    const found: string[] = [];
    if ((await this.browsesAs()) === this.mine) found.push('the browser of the stranger is signed in');
    for (const { accessToken, refreshToken } of this.granted) {
      if (!this.owned.has(String(claimsOf(accessToken).sub))) continue;
      const { body } = await refreshTokens(url(), app, refreshToken);
      if (body.access_token) found.push('the application of the stranger refreshes its tokens');
    }
    const own = new PageClient(gatehouse);
    await own.post('/login', { email: this.mine, password: ownersPassword });
    const quiet = await browse(own, authorizePath(app, { scope, prompt: 'none' }, createPkce()));
    if (quiet.location?.includes('code=')) found.push('the application of the stranger gets a code without a page');
    if (await this.isConnected()) {
      const { user } = await api.loginWithIdToken(url(), await this.byProvider());
      if (user && this.owned.has(user.id)) found.push('the provider of the stranger signs in');
    }
    return found;
  }
}

async function worldAfter(before: (world: World) => Promise<void>, steps: readonly string[]): Promise<World> {
  const world = new World();
  await before(world);
  for (const step of steps) await world.run(step);
  return world;
}

type Subject = keyof typeof subjects;
type WorldName = keyof typeof worlds;

const cases: readonly [Subject, WorldName][] = [
  ...(Object.keys(worlds) as WorldName[]).map((name): [Subject, WorldName] => ['of addresses and factors', name]),
  ['of applications, providers and the first proof', 'the address has no account'],
  ['of applications, providers and the first proof', 'a stranger knows the password'],
];

test.each(cases)(
  'in all orders %s, where %s, who controls the mailbox of the verified address ends with the account',
  async (subject, name) => {
    const names = subjects[subject];
    const seen = new Set([await (await worldAfter(worlds[name], [])).state()]);
    const wrong: string[] = [];
    let open: string[][] = [[]];
    let [orders, ends, granted, connected] = [0, 0, 0, 0];
    for (let length = 1; length <= longest; length += 1) {
      const next: string[][] = [];
      for (const sequence of open.flatMap((prefix) => names.map((step) => [...prefix, step]))) {
        orders += 1;
        const world = await worldAfter(worlds[name], sequence);
        const state = await world.state();
        if (seen.has(state)) continue;
        seen.add(state);
        next.push(sequence);
        granted += world.granted.length;
        connected += Number(await world.isConnected());
        await world.takeBack();
        await world.run('');
        ends += 1;
        for (const problem of await world.problems()) wrong.push(`${sequence.join(', ')}: ${problem}`);
      }
      open = next;
    }
    if (longest > 2) process.stderr.write(`${subject}, ${name}: ${orders} orders, ${ends} states\n`);
    expect(wrong).toEqual([]);
    expect(ends).toBeGreaterThanOrEqual(longest);
    // Nothing was tried in vain. A provider needs a proved address: "register, confirm, connect a provider".
    const isOfWaysIn = longest > 2 && subject === 'of applications, providers and the first proof';
    if (isOfWaysIn) expect([granted > 0, connected > 0]).toEqual([true, true]);
  },
  longest > 2 ? 7_200_000 : 600_000,
);

test('each step is part of an order', () => {
  expect([...new Set<string>(Object.values(subjects).flat())].toSorted()).toEqual(
    Object.keys(new World().steps).toSorted(),
  );
});
