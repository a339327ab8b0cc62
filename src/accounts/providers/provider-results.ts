import { createHash } from 'node:crypto';
import type { Transact } from '../../platform/db/database';
import { AppError } from '../../platform/errors/app-error';
import type { OneTimeToken, TokenDetails } from '../../platform/one-time-tokens/one-time-token';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens, ProvenToken } from '../../platform/one-time-tokens/one-time-tokens';
import { oneTimeTokenReasons } from '../../platform/one-time-tokens/one-time-tokens.reasons';
import type { TokenPurpose } from '../../platform/one-time-tokens/purpose';
import type { Spend } from '../../platform/one-time-tokens/spend';
import type { AuditSubject } from '../../platform/operations/run-operation';
import type { Clock } from '../../platform/runtime/clock';
import { isSameText } from '../../platform/runtime/same-text';
import { detailsOf, providerAccountOf } from '../users/identity';
import { type ProviderFlow, rejected } from './provider-client';
import type { ProviderPerson } from './provider-person';
import { providerPurposes } from './providers.purposes';
import { providerReasons } from './providers.reasons';

/** No document says one. How long a person can take at the provider, in seconds. */
export const atProviderS = 600;
/** How long the code of an answer is valid, in seconds, as the codes of RFC 6749, section 4.1.2. */
const resultS = 60;
/** Who a login on a page is started by. */
export const nobody = 'nobody';

/** A login that waits for the answer of a provider. */
export interface StartedProviderLogin {
  provider: string;
  /** Where the browser goes with the answer: an application in REDIRECT_URIS, or a path of the pages. */
  returnTo: string;
  codeChallenge: string;
  /**
   * Of a page: the user who connects an account, or `nobody` at a login, because one browser keeps the verifier for all its
   * users. Null if an application has started.
   */
  startedBy: string | null;
}

/** A login whose provider has answered. */
export interface ProviderResult {
  person: ProviderPerson;
  proven: ProvenToken;
}

type Stores = { transaction: Transact<{ oneTimeTokens: OneTimeTokenStore }> };

/**
 * What a login with a provider needs between its steps: a row when it starts, and one for the answer. The secrets are
 * derived, so neither the database nor the browser has them. PKCE (RFC 7636) binds the answer to the client that has
 * started, so an answer that another person has got at the provider is of no use there (RFC 9700, section 4.7).
 */
export class ProviderResults {
  constructor(
    private readonly stores: Stores,
    private readonly oneTimeTokens: OneTimeTokens,
    private readonly clock: Clock,
  ) {}

  async start({ startedBy, ...started }: StartedProviderLogin): Promise<ProviderFlow> {
    const details = { ...started, ...(startedBy !== null && { startedBy }) };
    return this.flowOf(await this.issue(providerPurposes.provider_login, details, atProviderS));
  }

  /**
   * Uses up the state of an answer, so that an answer counts once, also if it is then rejected.
   * @throws AppError `PROVIDER_REJECTED` if it is unknown, used, too old, or of another provider
   */
  async take(state: string, provider: string): Promise<{ started: StartedProviderLogin; flow: ProviderFlow }> {
    try {
      const proven = await this.oneTimeTokens.prove({ token: state }, [providerPurposes.provider_login]);
      const { details } = proven.token;
      if (details.provider !== provider) throw rejected(oneTimeTokenReasons['unknown link']);
      await this.stores.transaction(null, (tx) => this.oneTimeTokens.consume(tx, proven));
      const { returnTo = '', codeChallenge = '', startedBy = null } = details;
      return { started: { provider, returnTo, codeChallenge, startedBy }, flow: this.flowOf(proven.token) };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'INVALID_TOKEN') throw error;
      throw rejected(error.reason ?? oneTimeTokenReasons['unknown link']);
    }
  }

  /** Returns the code with which the client that has started goes on. */
  async finish({ codeChallenge, startedBy }: StartedProviderLogin, person: ProviderPerson): Promise<string> {
    const details = { codeChallenge, ...(startedBy !== null && { startedBy }), ...detailsOfPerson(person) };
    const { firstName, lastName, email } = person;
    // A person who has to enter something needs time for it: at least the password, on a page that connects the account.
    const connects = startedBy !== null && startedBy !== nobody;
    const seconds = connects || [firstName, lastName, email].includes(null) ? atProviderS : resultS;
    return this.oneTimeTokens.tokenOf(await this.issue(providerPurposes.provider_result, details, seconds));
  }

  /**
   * Checks a code, and does not use it up. `userId` is the user who connects the account, or `nobody` at a login.
   * @throws AppError `INVALID_TOKEN`
   */
  async prove(
    code: string,
    codeVerifier: string,
    userId: string | typeof nobody,
    subject: AuditSubject,
  ): Promise<ProviderResult> {
    const proven = await this.oneTimeTokens.prove({ token: code }, [providerPurposes.provider_result], subject);
    const { details } = proven.token;
    const person = personOfDetails(details);
    const isOther = details.startedBy !== undefined && details.startedBy !== userId;
    if (!person || isOther || !isSameText(challengeOf(codeVerifier), details.codeChallenge ?? '')) {
      throw new AppError('INVALID_TOKEN', { reason: providerReasons['wrong verifier'] });
    }
    return { person, proven };
  }

  private issue(purpose: TokenPurpose, details: TokenDetails, seconds: number): Promise<OneTimeToken> {
    const expiresTs = new Date(this.clock().getTime() + seconds * 1000);
    const request = { purpose, userId: null, address: null, details, expiresTs };
    return this.stores.transaction(null, (tx) => this.oneTimeTokens.issue(tx, request));
  }

  private flowOf(token: OneTimeToken): ProviderFlow {
    return {
      state: this.oneTimeTokens.tokenOf(token),
      nonce: this.oneTimeTokens.secretOf('nonce', token),
      codeVerifier: this.oneTimeTokens.secretOf('code verifier', token),
    };
  }
}

/** RFC 7636, section 4.2, `S256`. */
export const challengeOf = (codeVerifier: string): string =>
  createHash('sha256').update(codeVerifier).digest('base64url');

const detailsOfPerson = (person: ProviderPerson): TokenDetails => ({
  ...detailsOf(person),
  isAddressProved: String(person.isAddressProved),
  ...(person.firstName !== null && { firstName: person.firstName }),
  ...(person.lastName !== null && { lastName: person.lastName }),
});

function personOfDetails(details: TokenDetails): ProviderPerson | null {
  const account = providerAccountOf(details);
  const { isAddressProved, firstName = null, lastName = null } = details;
  return account && { ...account, isAddressProved: isAddressProved === 'true', firstName, lastName };
}

/**
 * Each ID token signs in once: who has read it elsewhere cannot use it again. The signature does not count, because another
 * one can be made of it that is valid too.
 */
export const spendingIdToken =
  (idToken: string, expiresTs: Date): Spend =>
  async (tx) => {
    const signed = idToken.slice(0, idToken.lastIndexOf('.'));
    const hash = createHash('sha256').update(signed).digest();
    if (!(await tx.spentChallenges.insert(Uint8Array.from(hash), expiresTs)))
      throw rejected(providerReasons['used ID token']);
  };
