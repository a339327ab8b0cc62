import { randomUUID } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors/app-error';
import type { RejectionReason } from '../errors/rejection-reason';
import type { AuditSubject } from '../operations/run-operation';
import type { Clock } from '../runtime/clock';
import { isSameText } from '../runtime/same-text';
import {
  dayS,
  type OneTimeToken,
  type RequestProof,
  type TokenDetails,
  type TokenProof,
  wrongCodesADay,
} from './one-time-token';
import type { OneTimeTokenStore, StoredOneTimeToken } from './one-time-token.store';
import { type DerivedFrom, idOf, type OneTimeTokenTexts } from './one-time-token-text';
import { oneTimeTokenReasons } from './one-time-tokens.reasons';
import { namesOfPurposes, type TokenLifetimes, type TokenPurpose, tokenPurposes } from './purpose';

export interface TokenRequest {
  purpose: TokenPurpose;
  /** Null if the address has no account. */
  userId: string | null;
  /** The canonical e-mail address that the token proves. */
  address: string | null;
  details?: TokenDetails;
  /** Where the person goes after the page of the link. */
  returnTo?: string | null | undefined;
  /** Required for a purpose without a lifetime. The settings decide for the others. */
  expiresTs?: Date;
  /** For an address without an account: the same work, and nothing accepts the token. */
  isDecoy?: boolean;
  /** Whether a known network of the user asks for the mail. */
  isOfKnownNetwork?: boolean;
}

/** A token whose link or code the client has shown. Only `prove` creates one. */
export class ProvenToken {
  constructor(
    readonly token: OneTimeToken,
    readonly by: 'link' | 'code',
    /** Whether the code was counted with its token. */
    readonly wasCounted = by === 'code',
  ) {}
}

interface CodeCounter {
  /** @throws RateLimiterRes if there are more than the count */
  consume(key: string, points: number): Promise<{ remainingPoints: number }>;
  reward(key: string, points: number): Promise<unknown>;
}

/** Returns a text for the network of a client if the user of this address has signed in from there, else null. */
type KnownNetworkOf = (address: string) => Promise<string | null>;

const noneIsKnown: KnownNetworkOf = async () => null;

/** The stores of a transaction. */
type Tx = { oneTimeTokens: Pick<OneTimeTokenStore, 'insert' | 'consume' | 'voidAll' | 'voidNewer'> };

/**
 * One-time tokens: the rights to do one thing once, which are mailed as a link and a code. An operation that takes one
 * has two steps. `prove` checks the text before the work begins, and `consume` uses the token in the transaction of the
 * operation, so that an operation that fails leaves the link valid.
 */
export class OneTimeTokens {
  constructor(
    private readonly store: Pick<OneTimeTokenStore, 'find' | 'findOfUser' | 'takeCodeAttempt' | 'takeAttempt'>,
    /** Counts codes by purpose and known network, whether or not the rate limits are on. */
    private readonly knownNetworks: CodeCounter,
    private readonly texts: OneTimeTokenTexts,
    private readonly lifetimes: TokenLifetimes,
    private readonly clock: Clock,
  ) {}

  /** Issues a token in the transaction of the operation. A mail with this token contains the link and the code. */
  issue(tx: Tx, request: TokenRequest): Promise<OneTimeToken> {
    const { purpose, userId, address, returnTo, isDecoy = false, isOfKnownNetwork = false } = request;
    const details = { ...request.details, ...(returnTo && { returnTo }) };
    const createdTs = this.clock();
    const { name, replacesOlder } = purpose;
    const expiresTs = request.expiresTs ?? after(createdTs, this.ttlOf(purpose));
    const row = { id: randomUUID(), purpose: name, userId, address, details, isDecoy, createdTs, expiresTs };
    return tx.oneTimeTokens.insert({ ...row, replacesOlder, isOfKnownNetwork });
  }

  /** Returns a valid token for a page that shows what its link does. Changes nothing. Null if it is not valid. */
  async find<Purpose extends TokenPurpose>(
    token: string,
    purposes: readonly Purpose[],
  ): Promise<(OneTimeToken & { purpose: Purpose['name'] }) | null> {
    const found = await this.findOwn(token);
    const isValid = found !== null && this.problemOf(found, purposes) === null;
    return isValid ? (found as OneTimeToken & { purpose: Purpose['name'] }) : null;
  }

  /** Returns a token of ours that is no longer valid, so that a page can offer a new mail. Null for any other text. */
  async findOver<Purpose extends TokenPurpose>(
    text: string,
    purposes: readonly Purpose[],
  ): Promise<(StoredOneTimeToken & { purpose: Purpose['name'] }) | null> {
    const found = await this.findOwn(text);
    if (!found || found.isDecoy || !isOneOf(purposes, found)) return null;
    return this.problemOf(found, purposes) === null
      ? null
      : (found as StoredOneTimeToken & { purpose: Purpose['name'] });
  }

  /**
   * Checks what the client has sent. Must not be called in a transaction: a code is counted before it is compared, and
   * the count must stay if the operation fails. Sets the subject of the audit, also if the token is not valid.
   * @throws AppError `INVALID_TOKEN`, with one message for every reason
   */
  async prove(
    proof: TokenProof,
    purposes: readonly TokenPurpose[],
    subject: Omit<AuditSubject, 'operation'> = {},
    knownNetworkOf = noneIsKnown,
  ): Promise<ProvenToken> {
    if ('code' in proof) return this.proveCode({ ...proof, id: null }, purposes, subject, knownNetworkOf);
    const found = await this.findOwn(proof.token);
    if (!found) throw invalidToken(oneTimeTokenReasons['unknown link']);
    if (found.userId !== null && !found.isDecoy) subject.userId = found.userId;
    const problem = this.problemOf(found, purposes);
    if (problem) throw invalidToken(problem);
    return new ProvenToken(found, 'link');
  }

  /**
   * Checks what a client has sent that has asked for the mail. A code is compared with that of its request alone, so that
   * wrong codes of others do not use up its attempts. A decoy makes the same work. Must not be called in a transaction.
   * @throws AppError `INVALID_TOKEN`, with one message for every reason
   */
  async proveRequest(
    { request, mailed }: RequestProof,
    purpose: TokenPurpose,
    subject: Omit<AuditSubject, 'operation'> = {},
    knownNetworkOf = noneIsKnown,
  ): Promise<ProvenToken> {
    const found = await this.findOwn(request, 'requestOf');
    if (!found || found.purpose !== purpose.name || found.address === null)
      throw invalidToken(oneTimeTokenReasons['unknown link']);
    subject.account = found.address;
    if (found.userId !== null) subject.userId = found.userId;
    const end = this.endOf(found);
    if (end) throw invalidToken(end);
    if ('code' in mailed) {
      const proof = { address: found.address, code: mailed.code, id: found.id };
      return this.proveCode(proof, [purpose], subject, knownNetworkOf);
    }
    if (found.isDecoy || !isSameText(mailed.link, this.texts.tokenOf(found)))
      throw invalidToken(oneTimeTokenReasons['unknown link']);
    return new ProvenToken(found, 'link');
  }

  /** Returns the token of a request that can still be completed, also a decoy. Null for any other text. */
  async findRequest(request: string, purpose: TokenPurpose): Promise<OneTimeToken | null> {
    const found = await this.findOwn(request, 'requestOf');
    return found?.purpose === purpose.name && this.endOf(found) === null ? found : null;
  }

  /** Whether the mail with this link was asked for with this request. */
  isOfRequest(token: DerivedFrom, request: string): boolean {
    return isSameText(request, this.texts.requestOf(token));
  }

  /** Returns the text that the client keeps that asked for the mail of the token. */
  requestOf(token: DerivedFrom): string {
    return this.texts.requestOf(token);
  }

  /**
   * Checks the code of a message to a signed-in user with that of the newest token of the user alone: others with the same address
   * have theirs. It is counted before it is compared, also for a decoy. Must not be called in a transaction.
   * @throws AppError `INVALID_TOKEN`
   */
  async proveOfUser(userId: string, code: string, purpose: TokenPurpose): Promise<ProvenToken> {
    const found = await this.store.findOfUser(userId, purpose);
    const left = found && (await this.store.takeAttempt(found.id, this.clock()));
    const isRight = found && left !== null && !found.isDecoy && isSameText(code, this.texts.codeOf(found));
    if (!isRight) throw invalidToken(oneTimeTokenReasons['wrong code'], left ?? 0);
    return new ProvenToken(found, 'code', false);
  }

  /**
   * Counts an attempt to use a token together with something that can be wrong, before that is checked, and returns how
   * many are left then. Must not be called in a transaction.
   * @throws AppError `INVALID_TOKEN` if the token had no attempt left
   */
  async takeAttempt({ token }: ProvenToken): Promise<number> {
    const left = await this.store.takeAttempt(token.id, this.clock());
    if (left === null) throw invalidToken(oneTimeTokenReasons['used link']);
    return left;
  }

  /**
   * Uses the token in the transaction of the operation. Of concurrent operations with one token, one succeeds. What a mail
   * allows, it does not allow in an account that an operator has disabled.
   * @throws AppError `INVALID_TOKEN` if the token is no longer valid, `ACCOUNT_DISABLED`
   */
  async consume(tx: Tx, { token, wasCounted }: ProvenToken): Promise<OneTimeToken> {
    const purpose = tokenPurposes.find(token.purpose);
    if (!purpose) throw invalidToken(oneTimeTokenReasons['unknown link']);
    const { isOfAccountAddress, link } = purpose;
    const how = { isOfAccountAddress, wasCounted, needsEnabled: link !== undefined };
    const consumed = await tx.oneTimeTokens.consume({ id: token.id, at: this.clock(), ...how });
    if (consumed === 'account disabled') throw new AppError('ACCOUNT_DISABLED');
    if (consumed === 'not valid') throw invalidToken(oneTimeTokenReasons['used link']);
    return token;
  }

  /** Makes the valid tokens of a user invalid, except those that take the account back, unless `andTakingBack`. */
  voidAll(tx: Tx, userId: string, { andTakingBack = false } = {}): Promise<void> {
    const kept = andTakingBack ? [] : namesOfPurposes(({ takesBack }) => takesBack === true);
    return tx.oneTimeTokens.voidAll(userId, this.clock(), kept);
  }

  /** Makes the valid tokens of a user and purpose invalid that were issued later. */
  voidNewer(tx: Tx, userId: string, purpose: TokenPurpose, than: Date): Promise<void> {
    return tx.oneTimeTokens.voidNewer(userId, purpose, than, this.clock());
  }

  /** Returns a valid token by its id, for the mail that contains it. Null if it is no longer valid. */
  async findById(id: string): Promise<OneTimeToken | null> {
    const found = await this.store.find(id);
    return found && !found.isDecoy && this.endOf(found) === null ? found : null;
  }

  /** Returns the text of the link. Only for a mail, and for a command that prints the link to its operator. */
  tokenOf(token: DerivedFrom): string {
    return this.texts.tokenOf(token);
  }

  /** Returns a secret of the token that is stored nowhere. */
  secretOf(label: string, token: DerivedFrom): string {
    return this.texts.secretOf(label, token);
  }

  /** Returns the code of a token and the end of its validity. Null if the token has no code that would be accepted. */
  codeOf(token: OneTimeToken): { code: string; expiresTs: Date } | null {
    const hasCode = tokenPurposes.find(token.purpose)?.hasCode ?? false;
    const expiresTs = new Date(
      Math.min(after(token.createdTs, this.lifetimes.codeS).getTime(), token.expiresTs.getTime()),
    );
    if (!hasCode || token.attemptsLeft <= 0 || expiresTs <= this.clock()) return null;
    return { code: this.texts.codeOf(token), expiresTs };
  }

  private async findOwn(text: string, of: 'tokenOf' | 'requestOf' = 'tokenOf'): Promise<StoredOneTimeToken | null> {
    const id = idOf(text);
    const found = id === null ? null : await this.store.find(id);
    return found && isSameText(text, this.texts[of](found)) ? found : null;
  }

  private problemOf(found: StoredOneTimeToken, purposes: readonly TokenPurpose[]): RejectionReason | null {
    return found.isDecoy || !isOneOf(purposes, found) ? oneTimeTokenReasons['unknown link'] : this.endOf(found);
  }

  private endOf({ usedTs, expiresTs }: StoredOneTimeToken): RejectionReason | null {
    if (usedTs) return oneTimeTokenReasons['used link'];
    return expiresTs <= this.clock() ? oneTimeTokenReasons['expired link'] : null;
  }

  private async proveCode(
    { address, code, id }: { address: string; code: string; id: string | null },
    purposes: readonly TokenPurpose[],
    subject: Omit<AuditSubject, 'operation'>,
    knownNetworkOf: KnownNetworkOf,
  ): Promise<ProvenToken> {
    const at = this.clock();
    const withCode = purposes.filter(({ hasCode }) => hasCode);
    const createdAfter = after(at, -this.lifetimes.codeS);
    const network = await knownNetworkOf(address);
    const isOfKnownNetwork = network !== null;
    const attempt = { address, id, purposes: withCode, at, createdAfter, isOfKnownNetwork };
    const live = await this.store.takeCodeAttempt(attempt);
    const key = network && `${withCode.map(({ name }) => name).join(' ')} ${network}`;
    const tried = key === null ? live : await this.countOfKnownNetwork(key, live, id !== null);
    // All codes are compared, so that the time does not depend on which one is right.
    const right = tried.filter((token) => isSameText(code, this.texts.codeOf(token)));
    if (key !== null && right.length > 0) await this.knownNetworks.reward(key, tried.length);
    const [found] = right.filter(({ isDecoy }) => !isDecoy).sort(newestFirst);
    const userId = (found ?? tried.find(({ isDecoy }) => !isDecoy))?.userId;
    if (userId) subject.userId = userId;
    if (!found) {
      subject.account = address;
      throw invalidToken(
        oneTimeTokenReasons['wrong code'],
        Math.max(0, ...tried.map(({ attemptsLeft }) => attemptsLeft)),
      );
    }
    return new ProvenToken(found, 'code', !isOfKnownNetwork);
  }

  /** Counts the codes before they are compared. Returns none if the network has had all of its day. */
  private async countOfKnownNetwork(
    key: string,
    live: readonly OneTimeToken[],
    isOfRequest: boolean,
  ): Promise<OneTimeToken[]> {
    if (live.length === 0) return [];
    try {
      const { remainingPoints } = await this.knownNetworks.consume(key, live.length);
      const leftToday = Math.floor(remainingPoints / live.length);
      // The attempts of a token without a request are those of all other networks.
      return live.map((token) => ({
        ...token,
        attemptsLeft: isOfRequest ? Math.min(token.attemptsLeft, leftToday) : leftToday,
      }));
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) return [];
      throw rejection;
    }
  }

  private ttlOf({ lifetime }: TokenPurpose): number {
    if (lifetime === undefined) throw new Error('the caller decides when this token ends');
    return this.lifetimes[lifetime];
  }
}

/** The counts of known networks stay in the database, also if Redis has those of the rate limits or the limits are off. */
export const openOneTimeTokens = (
  stores: {
    oneTimeTokens: OneTimeTokenStore;
    counters: { create(name: string, limit: { count: number; seconds: number }): CodeCounter };
  },
  texts: OneTimeTokenTexts,
  lifetimes: TokenLifetimes,
  clock: Clock,
): OneTimeTokens => {
  const knownNetworks = stores.counters.create('mailed codes', { count: wrongCodesADay, seconds: dayS });
  return new OneTimeTokens(stores.oneTimeTokens, knownNetworks, texts, lifetimes, clock);
};

const isOneOf = (purposes: readonly TokenPurpose[], { purpose }: OneTimeToken): boolean =>
  purposes.some(({ name }) => name === purpose);

const newestFirst = (a: OneTimeToken, b: OneTimeToken) => b.createdTs.getTime() - a.createdTs.getTime();

const after = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000);

/** One error for every reason, so that guessing reveals nothing. The audit has the reason. */
function invalidToken(reason: RejectionReason, attemptsLeft = 0): AppError {
  return new AppError('INVALID_TOKEN', { reason, attemptsLeft });
}
