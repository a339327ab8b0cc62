import { setTimeout as delay } from 'node:timers/promises';
import {
  type Credentials,
  type ReleasedAnswer,
  type ReleasedApi,
  releasedApis,
  type Sender,
  send,
} from './released-apis';

/** What happened in a part of a test. */
export interface Phase {
  name: string;
  requests: number;
  failed: number;
  slowestMs: number;
  /** The longest time between the end of a session and the last answer that accepted its access token. */
  revokedWithinMs: number;
}

/** Each instance has this long to reject the access tokens of an ended session. It is a second on an idle machine. */
const mostRevokingMs = 10_000;

/** The session that a client keeps from the first phase to the last one. */
interface KeptSession {
  jwt: string;
  refreshToken: string;
}

/**
 * Users who register, sign in, refresh and log out without a pause, through both APIs and a load balancer. Every answer is
 * checked. A wrong answer is a failed request, as is one that does not arrive.
 */
export class CheckedLoad {
  readonly phases: Phase[] = [];
  /** The failed requests of all phases. */
  readonly failures: string[] = [];
  private phase: Phase = newPhase('start');
  private rounds = 0;
  private isRunning = true;
  private readonly clients: Promise<void>[];

  /** `accounts` exist, and clients sign in to them in turn. */
  constructor(
    private readonly url: string,
    private readonly accounts: (n: number) => Credentials,
    clients: number,
  ) {
    this.clients = Array.from({ length: clients }, (_, client) => this.run(client));
  }

  /** Counts the requests while `work` runs, and then until there were `atLeast`. */
  async during(name: string, atLeast: number, work: () => Promise<void>): Promise<void> {
    const phase = newPhase(name);
    this.phases.push(phase);
    this.phase = phase;
    await work();
    while (phase.requests < atLeast) await delay(20);
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await Promise.all(this.clients);
  }

  private async run(client: number): Promise<void> {
    let kept: KeptSession | null = null;
    while (this.isRunning) {
      const round = this.rounds++;
      const api = releasedApis[round % releasedApis.length] as ReleasedApi;
      // An address of its own for each round, because the rate limits count addresses.
      const from = { url: this.url, ip: `10.${(round >> 16) & 255}.${(round >> 8) & 255}.${round & 255}` };
      const account = round % 3 === 0 ? await this.register(api, from, round) : this.accounts(round);
      await this.visit(api, from, account);
      kept = await this.goOn(api, from, kept, this.accounts(-1 - client));
      if (round % 3 === 1) await this.useWrongPassword(api, from, round);
    }
  }

  private async register(api: ReleasedApi, from: Sender, round: number): Promise<Credentials> {
    const account = { email: `new-${round}@example.com`, password: this.accounts(0).password };
    await this.ask(`register ${api.name}`, { email: account.email }, () => api.register(from, account));
    return account;
  }

  private async visit(api: ReleasedApi, from: Sender, account: Credentials): Promise<void> {
    const { email } = account;
    const opened = await this.ask(`login ${api.name}`, { email }, () => api.login(from, account));
    if (!opened?.jwt || !opened.refreshToken) return;
    const { jwt } = opened;
    await this.ask(`me ${api.name}`, { email }, () => api.me(from, jwt));
    await this.verify(from, jwt);
    const listed = await this.ask(`sessions ${api.name}`, {}, () => api.sessions(from, jwt));
    if (listed?.sessions?.[0] !== claimsOf(jwt).sid) this.fail('sessions without the session of the request');
    const renewed = await this.ask(`refresh ${api.name}`, {}, () => api.refresh(from, opened.refreshToken ?? ''));
    if (!renewed?.jwt || !renewed.refreshToken) return;
    const next = { jwt: renewed.jwt, refreshToken: renewed.refreshToken };
    await this.ask(`me ${api.name} after refresh`, { email }, () => api.me(from, next.jwt));
    await this.ask(`logout ${api.name}`, { ended: 1 }, () => api.logout(from, next.jwt, 'current'));
    await this.ask(`refresh ${api.name} after logout`, { code: 'UNAUTHENTICATED' }, () =>
      api.refresh(from, next.refreshToken),
    );
    await this.untilRejected(api, from, next.jwt);
  }

  /** Of four answers in a row, each of two instances gives two. */
  private async untilRejected(api: ReleasedApi, from: Sender, jwt: string): Promise<void> {
    const { phase } = this;
    const endedAt = performance.now();
    for (let rejected = 0; rejected < 4; ) {
      const answer = await this.ask(`me ${api.name} after logout`, null, () => api.me(from, jwt));
      if (answer?.code === 'UNAUTHENTICATED') {
        rejected += 1;
        continue;
      }
      const acceptedMs = performance.now() - endedAt;
      phase.revokedWithinMs = Math.max(phase.revokedWithinMs, acceptedMs);
      const isAccepted = answer?.code === null && acceptedMs < mostRevokingMs;
      if (!isAccepted) return this.fail(`me ${api.name} after logout: ${answer?.status} ${answer?.code}`);
      rejected = 0;
    }
  }

  /** Refreshes the session that the client keeps, or opens it. */
  private async goOn(
    api: ReleasedApi,
    from: Sender,
    kept: KeptSession | null,
    account: Credentials,
  ): Promise<KeptSession | null> {
    const { email } = account;
    const answer = kept
      ? await this.ask(`refresh ${api.name} of a kept session`, {}, () => api.refresh(from, kept.refreshToken))
      : await this.ask(`login ${api.name}`, { email }, () => api.login(from, account));
    if (!answer?.jwt || !answer.refreshToken) return null;
    const { jwt, refreshToken } = answer;
    await this.ask(`me ${api.name} of a kept session`, { email }, () => api.me(from, jwt));
    await this.verify(from, jwt);
    return { jwt, refreshToken };
  }

  private async useWrongPassword(api: ReleasedApi, from: Sender, round: number): Promise<void> {
    const unknown = { email: `unknown-${round}@example.com`, password: 'wrong horse battery' };
    await this.ask(`login ${api.name} with a wrong password`, { code: 'INVALID_CREDENTIALS' }, () =>
      api.login(from, unknown),
    );
  }

  private async verify(from: Sender, jwt: string): Promise<void> {
    const answer = await this.measure('verify', () => send(from, 'GET', '/auth/verify', { jwt }));
    if (!answer) return;
    const { status, headers } = answer;
    const isRight = status === 200 && headers['x-auth-user-id'] === claimsOf(jwt).sub;
    if (!isRight) this.fail(`verify: ${status}`);
  }

  /** Sends a request, and compares its answer. Without a code in `expected`, the request must succeed. */
  private async ask(
    what: string,
    expected: Partial<ReleasedAnswer> | null,
    work: () => Promise<ReleasedAnswer>,
  ): Promise<ReleasedAnswer | null> {
    const answer = await this.measure(what, work);
    if (!answer || !expected) return answer;
    const { code = null, email = answer.email, ended = answer.ended } = expected;
    const isRight = answer.code === code && answer.email === email && answer.ended === ended;
    if (!isRight) this.fail(`${what}: ${answer.status} ${answer.code}`);
    return answer;
  }

  private async measure<Answer>(what: string, work: () => Promise<Answer>): Promise<Answer | null> {
    const { phase } = this;
    const start = performance.now();
    phase.requests += 1;
    try {
      return await work();
    } catch (error) {
      this.fail(`${what}: ${error}`);
      return null;
    } finally {
      phase.slowestMs = Math.max(phase.slowestMs, performance.now() - start);
    }
  }

  private fail(what: string): void {
    this.phase.failed += 1;
    this.failures.push(`${this.phase.name}: ${what}`);
  }
}

const newPhase = (name: string): Phase => ({ name, requests: 0, failed: 0, slowestMs: 0, revokedWithinMs: 0 });

export const claimsOf = (jwt: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
