import { type Answer, restApi as api } from '../support/apis';
import { claimsOf } from '../support/checked-load';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { agePasskeys } from '../support/ownership';
import { logInWith } from '../support/passkeys';
import { SoftwarePasskey } from '../support/software-passkey';
import { verifyAddress } from '../support/verified-address';

/**
 * All orders of what a stranger and an owner can do, up to a length. Afterwards the owner uses the links that have arrived
 * in the mailbox, and resets the password. The account whose address the owner has proved is then theirs, and nothing that
 * the stranger has is of any use. Orders that lead to the same state continue as one.
 */
const longest = Number(process.env.OWNERSHIP_STEPS ?? 1);

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
beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

const url = () => gatehouse.url;
let count = 0;

/** The mailbox of the owner, the mailbox of the stranger, and what the stranger has got. */
class World {
  readonly mine: string;
  readonly theirs: string;
  /** The access tokens that the stranger has. */
  readonly sessions: string[] = [];
  /** The passkeys of the stranger. */
  readonly keys: SoftwarePasskey[] = [];
  ownersKey: SoftwarePasskey | null = null;
  /** Whose each hash of a password is. */
  private readonly passwords = new Map<string, string>();
  /** The accounts whose address the owner has proved. */
  readonly owned = new Set<string>();

  constructor() {
    count += 1;
    this.mine = `mine.${count}@example.com`;
    this.theirs = `theirs.${count}@example.com`;
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
      if (this.passwords.has(String(hash))) continue;
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
    return this.live();
  }

  async live(): Promise<string[]> {
    const ids = this.sessions.map((jwt) => `'${claimsOf(jwt).sid}'`);
    if (ids.length === 0) return [];
    const rows =
      await gatehouse.sql(`SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id AND u.revision = s.revision
      WHERE s.id IN (${ids.join()}) AND s.revoked_ts IS NULL AND NOT u.disabled`);
    const live = new Set(rows.map(({ id }) => id));
    return this.sessions.filter((jwt) => live.has(claimsOf(jwt).sid)).reverse();
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
        password_hash, two_step, (SELECT count(*)::int FROM passkeys p WHERE p.user_id = u.id) AS keys
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
    return JSON.stringify([plain, (await this.live()).length > 0, this.owned.size]);
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
    for (const email of [this.mine, this.theirs]) {
      const { code, user } = await api.login(url(), { email, password: strangersPassword });
      const isIn = code === null ? this.owned.has(user?.id ?? '') : code === 'MFA_REQUIRED' && email === this.mine;
      if (isIn) found.push('the password of the stranger is accepted');
    }
    await this.use(this.theirs);
    await isOwners('after the links of the stranger');
    return found;
  }
}

async function worldAfter(before: (world: World) => Promise<void>, steps: readonly string[]): Promise<World> {
  const world = new World();
  await before(world);
  for (const step of steps) await world.run(step);
  return world;
}

test.each(Object.keys(worlds) as (keyof typeof worlds)[])(
  'where %s, who controls the mailbox of the verified address ends with the account',
  async (name) => {
    const names = Object.keys(new World().steps);
    const seen = new Set([await (await worldAfter(worlds[name], [])).state()]);
    const wrong: string[] = [];
    let open: string[][] = [[]];
    let ends = 0;
    for (let length = 1; length <= longest; length += 1) {
      const next: string[][] = [];
      for (const sequence of open.flatMap((prefix) => names.map((step) => [...prefix, step]))) {
        const world = await worldAfter(worlds[name], sequence);
        const state = await world.state();
        if (seen.has(state)) continue;
        seen.add(state);
        next.push(sequence);
        await world.takeBack();
        await world.run('');
        ends += 1;
        for (const problem of await world.problems()) wrong.push(`${sequence.join(', ')}: ${problem}`);
      }
      open = next;
    }
    expect(wrong).toEqual([]);
    expect(ends).toBeGreaterThanOrEqual(longest);
  },
  600_000,
);
