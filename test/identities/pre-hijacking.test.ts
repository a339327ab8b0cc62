import { type Api, graphqlApi, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { type HostileProvider, startHostileProvider } from '../support/providers/hostile-provider';
import { settingsOf } from '../support/providers/provider-logins';

/**
 * The five pre-hijacking attacks (Sudhodanan and Paverd, 2022): a stranger prepares an account with the address of a person
 * who has none yet. All of them, in every order. Then the person comes, in one of three ways, and the account is theirs: the
 * stranger gets in neither then nor later. Each way meets five orders, each of which begins with another attack. With
 * OWNERSHIP_STEPS=2, every order is tried.
 */
const { every, apart } =
  Number(process.env.OWNERSHIP_STEPS ?? 1) > 1 ? { every: 3, apart: 1 } : { every: 24, apart: 2 };

let gatehouse: Gatehouse;
let provider: HostileProvider;
beforeAll(async () => {
  provider = await startHostileProvider();
  gatehouse = await startGatehouse({ ...settingsOf(provider), EMAIL_LOGIN: 'on' });
});
afterAll(async () => {
  await gatehouse.stop();
  await provider.close();
});

const strangersPassword = 'a password of a stranger';
const ownersPassword = 'a password of the owner';
const names = { firstName: 'Ada', lastName: 'Lovelace' };
const url = () => gatehouse.url;

class World {
  readonly mine: string;
  readonly theirs: string;
  sessions: (string | null)[] = [];
  requests: (string | undefined)[] = [];

  constructor(
    private readonly api: Api,
    private readonly id: string,
  ) {
    this.mine = `mine.${id}@example.com`;
    this.theirs = `theirs.${id}@example.com`;
  }

  /** Logs in with an account at the provider. */
  async byProvider(sub: string, claims: object) {
    const idToken = await provider.idToken({ nonce: 'n', sub: `${sub} ${this.id}`, jti: Math.random(), ...claims });
    return { provider: 'acme', idToken, nonce: 'n' };
  }

  async linkTo(address: string, purpose: string): Promise<string> {
    const [row] = await gatehouse.sql(`SELECT id, purpose, address FROM one_time_tokens
      WHERE address = '${address}' AND purpose = '${purpose}' AND used_ts IS NULL ORDER BY created_ts DESC LIMIT 1`);
    return row ? gatehouse.services.oneTimeTokens.tokenOf(row as never) : '';
  }

  private async session(): Promise<string | null> {
    const { jwt } = await this.api.login(url(), { email: this.mine, password: strangersPassword });
    return jwt;
  }

  readonly attacks: Record<string, () => Promise<void>> = {
    /** The person later merges with the account, whose password the stranger knows. */
    'classic-federated merge': async () => {
      await this.api.register(url(), { email: this.mine, password: strangersPassword, ...names });
    },
    'unexpired session': async () => {
      this.sessions.push(await this.session());
    },
    /** The stranger adds an identity of their own to the account. */
    'trojan identifier': async () => {
      const shown = await this.byProvider('trojan', { email: this.theirs });
      const input = { ...shown, currentPassword: strangersPassword };
      await this.api.linkIdentity(url(), input, await this.session());
      // That needs a proved address. But the account can have had one, before an operator changed it.
      await gatehouse.sql(`INSERT INTO identities (id, user_id, provider, issuer, subject, created_ts)
        SELECT gen_random_uuid(), id, 'acme', '${provider.issuer}', 'trojan ${this.id}', now() FROM users
        WHERE email = '${this.mine}' ON CONFLICT DO NOTHING`);
    },
    'unexpired change of the address': async () => {
      const input = { email: this.theirs, currentPassword: strangersPassword };
      await this.api.changeEmail(url(), input, await this.session());
    },
    /** A provider that verifies nothing says that the stranger has the address. */
    'provider that does not verify': async () => {
      const claims = { email: this.mine, email_verified: false };
      const { link } = await this.api.loginWithIdToken(url(), await this.byProvider('unproved', claims));
      this.requests.push(link?.token);
    },
  };

  /** How the person comes. Returns the access token. */
  readonly arrivals: Record<string, () => Promise<string | null>> = {
    'with the provider': async () => {
      const login = await this.api.loginWithIdToken(url(), await this.byProvider('owner', { email: this.mine }));
      if (login.code === null) return login.jwt;
      const { token } = await this.api.requestEmailLogin(url(), {
        email: this.mine,
        linkToken: login.link?.token,
      });
      const link = await this.linkTo(this.mine, 'email_login');
      return (await this.api.completeEmailLogin(url(), { token, link })).jwt;
    },
    'with a code by mail': async () => {
      await this.api.register(url(), { email: this.mine, password: ownersPassword, ...names });
      const { token } = await this.api.requestEmailLogin(url(), { email: this.mine });
      const link = await this.linkTo(this.mine, 'email_login');
      return (await this.api.completeEmailLogin(url(), { token, link })).jwt;
    },
    'with a new password': async () => {
      await this.api.register(url(), { email: this.mine, password: ownersPassword, ...names });
      await this.api.requestPasswordReset(url(), { email: this.mine });
      await this.api.resetPassword(url(), {
        token: await this.linkTo(this.mine, 'reset_password'),
        password: ownersPassword,
      });
      return (await this.api.login(url(), { email: this.mine, password: ownersPassword })).jwt;
    },
  };

  /** What the stranger still reaches of the account of the person. */
  async reached(owner: string): Promise<string[]> {
    const { api } = this;
    const isOwners = (user: { id: string } | null) => user?.id === owner;
    const found: string[] = [];
    for (const jwt of this.sessions) if (isOwners((await api.me(url(), jwt)).user)) found.push('session');
    for (const email of [this.mine, this.theirs]) {
      if (isOwners((await api.login(url(), { email, password: strangersPassword })).user)) found.push('password');
    }
    for (const sub of ['trojan', 'unproved']) {
      const claims = { email: this.theirs, email_verified: true };
      if (isOwners((await api.loginWithIdToken(url(), await this.byProvider(sub, claims))).user)) found.push(sub);
    }
    await api.confirmEmailChange(url(), { token: await this.linkTo(this.theirs, 'change_email') });
    const link = await this.linkTo(this.mine, 'email_login');
    // The stranger does not have the link. With it, the request would sign in, but the mailbox is the person's.
    for (const token of this.requests) {
      if (isOwners((await api.completeEmailLogin(url(), { token, code: '000000' })).user)) found.push('request');
      expect(link).not.toBe(token);
    }
    const [row] = await gatehouse.sql(`SELECT email FROM users WHERE id = '${owner}'`);
    if (row?.email !== this.mine) found.push('address');
    return found;
  }
}

const permutations = (list: readonly string[]): string[][] =>
  list.length === 0
    ? [[]]
    : list.flatMap((one) => permutations(list.filter((other) => other !== one)).map((rest) => [one, ...rest]));

const { attacks, arrivals } = new World(restApi, '');
const orders = permutations(Object.keys(attacks));

test.each(Object.keys(arrivals).map((arrival, i) => ({ arrival, i })))(
  'whoever comes $arrival has the account alone',
  async ({ arrival, i }) => {
    const met = orders.filter((_, n) => n % every === i * apart);
    const wrong: string[] = [];
    let linked = 0;
    for (const [n, order] of met.entries()) {
      const api = n % 2 ? graphqlApi : restApi;
      const world = new World(api, `${i}.${n}`);
      for (const attack of order) await world.attacks[attack]?.();
      const jwt = await world.arrivals[arrival]?.();
      const { user } = await api.me(url(), jwt ?? null);
      if (user?.email !== world.mine || !user.emailVerified) wrong.push(`${order.join(', ')}: the person is not in`);
      for (const one of await world.reached(user?.id ?? '')) wrong.push(`${order.join(', ')}: ${one}`);
      // Nothing was prepared in vain: the stranger had the account.
      if (world.sessions.some((session) => session !== null)) linked += 1;
      const again =
        arrival === 'with the provider' && (await api.loginWithIdToken(url(), await world.byProvider('owner', {})));
      if (again && again.user?.id !== user?.id) wrong.push(`${order.join(', ')}: the provider is not connected`);
    }
    expect(wrong).toEqual([]);
    expect(linked).toBeGreaterThan(3);
  },
);
