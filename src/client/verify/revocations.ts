import { authorizationOf, type ClientCredentials } from './client-credentials.js';

/** What a verifier reads of an access token to see whether it was revoked. */
export interface TokenOfSession {
  sub: string;
  sid: string;
  /** The revision of the session when the token was issued. */
  rev: number;
  /** The organization of the token, with its revision then. */
  organization?: { id: string; rev: number };
}

export interface RevocationOptions extends ClientCredentials {
  /** By default `/auth/revocations` of the issuer. */
  url?: string;
  /** Seconds between two requests: 4 by default, so that a logout arrives within 5 seconds. */
  intervalS?: number;
  /**
   * After so many seconds without an answer, verifications fail with 503. One hour by default, the default lifetime of an
   * access token: if all of Gatehouse is away so long, no valid token is left, and if only the list cannot be read, for
   * example because the secret was replaced, that does not stay unnoticed.
   */
  maxStaleS?: number;
  /** The maximum number of revocations in memory: 500 000 by default, about 60 MB. */
  maxEntries?: number;
}

export interface RevocationState {
  /** Since when the list may lack revocations. Null if the last request was answered. */
  staleSince: Date | null;
  /** Why the last request failed. Null if it was answered. */
  error: Error | null;
  /** The number of revoked sessions, accounts and organizations in memory. */
  entries: number;
  /**
   * Access tokens that were issued before this time are rejected, because the list was full and their revocations may be
   * missing. A user who is signed in gets a new token by a refresh. Null: never full.
   */
  rejectsIssuedBefore: Date | null;
}

interface Account {
  rev: number;
  kept?: { sid: string; rev: number };
}

interface Entry {
  /** Of an organization, its revision alone. Null for a session. */
  account: Account | null;
  arrivedMs: number;
}

interface Page {
  cursor: string;
  sessions: string[];
  accounts: ({ sub: string } & Account)[];
  organizations: { org_id: string; org_rev: number }[];
}

/** No document says one. A page with so many entries is not the last one. */
const pageSize = 1000;
/** No document says one. Requests wait for it. */
const answersWithinMs = 4000;
/** No document says one. How long a verification waits for the list: the first one, and one after the process was stopped. */
const longestWaitMs = 3000;
/** No document says one. The longest lifetime of an access token, and the difference of two clocks. */
const keptMs = 86_400_000 + 60_000;

/**
 * The revoked sessions, accounts and organizations, read from Gatehouse again and again from the first verification until `close`. The
 * timer does not keep the process alive.
 */
export class RevocationList {
  private readonly url: string;
  private readonly authorization: string;
  private readonly intervalMs: number;
  private readonly maxStaleMs: number;
  private readonly maxEntries: number;
  /** In the order in which they arrived: `s` and the id of a session, `a` and the id of a user, or `o` and that of an organization. */
  private readonly entries = new Map<string, Entry>();
  private readonly closing = new AbortController();
  private cursor: string | null = null;
  private attemptMs: number | null = null;
  private freshMs: number | null = null;
  private startedMs: number | null = null;
  private error: Error | null = null;
  private droppedMs: number | null = null;
  private polling: Promise<void> | null = null;
  private awaited: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    issuer: string,
    { url, intervalS = 4, maxStaleS = 3600, maxEntries = 500_000, ...credentials }: RevocationOptions,
    private readonly fetch: typeof globalThis.fetch,
  ) {
    this.url = url ?? `${issuer}/auth/revocations`;
    this.authorization = authorizationOf(credentials);
    this.intervalMs = intervalS * 1000;
    this.maxStaleMs = maxStaleS * 1000;
    this.maxEntries = maxEntries;
  }

  get state(): RevocationState {
    const isStale = this.freshMs === null || this.error !== null || this.closing.signal.aborted;
    const sinceMs = this.freshMs ?? this.startedMs ?? Date.now();
    return {
      staleSince: isStale ? new Date(sinceMs) : null,
      error: this.error,
      entries: this.entries.size,
      rejectsIssuedBefore: this.droppedMs === null ? null : new Date(this.droppedMs),
    };
  }

  /** Whether the list is so old that nothing can be verified with it. */
  get isTooOld(): boolean {
    const sinceMs = this.freshMs ?? this.startedMs;
    return sinceMs !== null && Date.now() - sinceMs > this.maxStaleMs;
  }

  /** Waits for the list if it was not read for long: at the first verification, and after the process was stopped. */
  async untilRead(): Promise<void> {
    const now = Date.now();
    this.startedMs ??= now;
    const isLate = this.attemptMs === null || now - this.attemptMs > 2 * this.intervalMs + answersWithinMs;
    if (isLate && !this.awaited && !this.closing.signal.aborted) {
      this.awaited = atMost(longestWaitMs, this.poll()).finally(() => {
        this.awaited = null;
      });
    }
    await this.awaited;
  }

  /** @param issuedMs the earliest time by our clock at which the token can have been issued, in milliseconds */
  isRevoked({ sub, sid, rev, organization }: TokenOfSession, issuedMs: number): boolean {
    if (this.droppedMs !== null && issuedMs <= this.droppedMs) return true;
    if (this.entries.has(`s${sid}`)) return true;
    if (organization && organization.rev < (this.entries.get(`o${organization.id}`)?.account?.rev ?? 0)) return true;
    const account = this.entries.get(`a${sub}`)?.account;
    if (!account || rev >= account.rev) return false;
    const { kept } = account;
    return !(kept?.sid === sid && rev >= kept.rev);
  }

  close(): void {
    clearTimeout(this.timer);
    this.closing.abort();
  }

  /** Does not throw. */
  private poll(): Promise<void> {
    clearTimeout(this.timer);
    this.polling ??= this.readAll().finally(() => {
      this.polling = null;
      if (this.closing.signal.aborted) return;
      const passedMs = Date.now() - (this.attemptMs ?? 0);
      this.timer = setTimeout(
        () => void this.poll(),
        Math.min(Math.max(this.intervalMs - passedMs, 0), this.intervalMs),
      );
      // Not in browsers, where a timer is a number.
      (this.timer as { unref?: () => void }).unref?.();
    });
    return this.polling;
  }

  private async readAll(): Promise<void> {
    const startMs = Date.now();
    this.attemptMs = startMs;
    try {
      for (let isFull = true; isFull; ) {
        const { cursor, sessions, accounts, organizations } = await this.readPage();
        const arrivedMs = Date.now();
        // One object for all sessions of a page, because there can be very many.
        const ofSession = { account: null, arrivedMs };
        for (const sid of sessions) this.add(`s${sid}`, ofSession);
        for (const { sub, ...account } of accounts) this.add(`a${sub}`, { account, arrivedMs });
        for (const { org_id, org_rev } of organizations)
          this.add(`o${org_id}`, { account: { rev: org_rev }, arrivedMs });
        isFull = sessions.length + accounts.length + organizations.length >= pageSize;
        if (isFull && cursor === this.cursor) throw new Error('the list of revocations does not end');
        this.cursor = cursor;
      }
      this.removeOld();
      this.freshMs = startMs;
      this.error = null;
    } catch (error) {
      this.error = error instanceof Error ? error : new Error('the list of revocations could not be read');
    }
  }

  /** Starts anew if the cursor is too old. What is in memory stays. */
  private async readPage(): Promise<Page> {
    const response = await this.request();
    if (response.status === 410 && this.cursor !== null) {
      await response.body?.cancel();
      this.cursor = null;
      return this.readPage();
    }
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`the list of revocations answered ${response.status}`);
    }
    return toPage(await response.json());
  }

  private request(): Promise<Response> {
    const query = this.cursor === null ? '' : `?after=${encodeURIComponent(this.cursor)}`;
    return this.fetch(this.url + query, {
      headers: { Authorization: this.authorization, Accept: 'application/json' },
      // The secret must not follow a redirect.
      redirect: 'error',
      signal: AbortSignal.any([this.closing.signal, AbortSignal.timeout(answersWithinMs)]),
    });
  }

  private add(key: string, entry: Entry): void {
    const known = this.entries.get(key);
    if (known && (known.account?.rev ?? 0) >= (entry.account?.rev ?? 0)) return;
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.entries.size > this.maxEntries) this.dropOldest();
  }

  /** The tokens of that revocation were issued before it arrived. */
  private dropOldest(): void {
    for (const [key, { arrivedMs }] of this.entries) {
      this.entries.delete(key);
      this.droppedMs = Math.max(this.droppedMs ?? 0, arrivedMs);
      return;
    }
  }

  private removeOld(): void {
    const beforeMs = Date.now() - keptMs;
    for (const [key, { arrivedMs }] of this.entries) {
      if (arrivedMs > beforeMs) return;
      this.entries.delete(key);
    }
  }
}

async function atMost(ms: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

function toPage(body: unknown): Page {
  const { result } = (body ?? {}) as { result?: Partial<Page> };
  // A server of an earlier version has no organizations.
  const { cursor, sessions, accounts, organizations = [] } = result ?? {};
  const isPage =
    typeof cursor === 'string' &&
    Array.isArray(sessions) &&
    sessions.every((sid) => typeof sid === 'string') &&
    Array.isArray(accounts) &&
    accounts.every(isAccount) &&
    Array.isArray(organizations) &&
    organizations.every(isOrganization);
  if (!isPage) throw new Error('the list of revocations has an unknown form');
  return { cursor, sessions, accounts, organizations };
}

function isAccount(entry: unknown): boolean {
  const { sub, rev, kept } = (entry ?? {}) as Partial<Page['accounts'][number]>;
  const isKept = kept === undefined || (typeof kept?.sid === 'string' && Number.isInteger(kept.rev));
  return typeof sub === 'string' && Number.isInteger(rev) && isKept;
}

function isOrganization(entry: unknown): boolean {
  const { org_id: id, org_rev: rev } = (entry ?? {}) as Partial<Page['organizations'][number]>;
  return typeof id === 'string' && Number.isInteger(rev);
}
