import { randomBytes } from 'node:crypto';
import type { LoginPolicy, LoginSecondFactors, Registrations } from '../../accounts/auth/auth.service';
import { loginLimits } from '../../accounts/auth/login.limits';
import type { Login, LoginOptions, SessionOpener } from '../../accounts/auth/session-opener';
import type { FactorStore } from '../../accounts/factors/factor.store';
import { type BeforeRegister, noRights } from '../../accounts/hooks/before-register';
import type { IdentityLinks } from '../../accounts/providers/identity-links';
import { causeIn } from '../../accounts/providers/provider-answers';
import { rejected } from '../../accounts/providers/provider-client';
import type { ProviderPerson } from '../../accounts/providers/provider-person';
import {
  atProviderS,
  challengeOf,
  nobody,
  type ProviderResults,
  type StartedProviderLogin,
  spendingIdToken,
} from '../../accounts/providers/provider-results';
import type { Providers } from '../../accounts/providers/providers';
import { providerReasons } from '../../accounts/providers/providers.reasons';
import type { SessionStore } from '../../accounts/sessions/session.store';
import { byFirstStep } from '../../accounts/tokens/authentication';
import type { Identity } from '../../accounts/users/identity';
import type { IdentityStore } from '../../accounts/users/identity.store';
import type { IdentityConnector, ProviderRegistrationStores } from '../../accounts/users/identity-connector';
import type { UserStore } from '../../accounts/users/user.store';
import type { Transact } from '../../platform/db/database';
import { AppError, type FieldProblem, invalidField, reasons } from '../../platform/errors/app-error';
import type { ErrorCode } from '../../platform/errors/error-table';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens } from '../../platform/one-time-tokens/one-time-tokens';
import { type Spend, spendingToken } from '../../platform/one-time-tokens/spend';
import type { SpentChallengeStore } from '../../platform/one-time-tokens/spent-challenge.store';
import { type AuditSubject, type RunOperation, readInput } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import { type EmailAddress, parseEmailAddress } from '../../platform/request/email-address';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { LoginProvider, StartedLogin } from './identities.answers';
import type { GivenPerson } from './identities.inputs';
import {
  completeProviderLogin,
  loginProviders,
  loginWithIdToken,
  receiveProviderAnswer,
  startProviderLogin,
} from './identities.operations';
import { providerLimits } from './provider-login.limits';

interface LoginStores extends ProviderRegistrationStores {
  factors: Pick<FactorStore, 'lock'>;
  sessions: SessionStore;
  oneTimeTokens: OneTimeTokenStore;
  spentChallenges: SpentChallengeStore;
}

interface ProviderLoginServiceNeeds {
  operation: RunOperation;
  /** With the time that a provider may take. */
  slowOperation: RunOperation;
  providers: Providers;
  results: ProviderResults;
  links: IdentityLinks;
  connector: IdentityConnector;
  stores: {
    users: Pick<UserStore, 'findRecipient' | 'findCredentialsById'>;
    identities: Pick<IdentityStore, 'find' | 'use'>;
    transaction: Transact<LoginStores>;
  };
  oneTimeTokens: OneTimeTokens;
  rateLimits: RateLimits;
  registrations: Registrations;
  beforeRegister: BeforeRegister | null;
  loginPolicy: LoginPolicy;
  logins: LoginSecondFactors;
  opener: SessionOpener;
  redirectUris: readonly string[];
  clock: Clock;
}

/** No document says one. How often a login begins again while other requests change the account or the identity. */
const mostAttempts = 3;

/** Where the browser goes after the answer of a provider. */
interface ProviderReturn {
  returnTo: string;
  answer: { code: string } | { error: ErrorCode; reason?: 'cancelled' };
}

/** Logins with providers. Who the person is here is decided in `signIn`. */
export class ProviderLoginService {
  constructor(private readonly needs: ProviderLoginServiceNeeds) {}

  /** Returns the providers in the order of their buttons. */
  loginProviders(context: RequestContext): Promise<LoginProvider[]> {
    return this.needs.operation(loginProviders, context, async () =>
      this.needs.providers
        .list()
        .map(({ id, label, preset }) => ({ id, label, acceptsIdToken: preset.protocol === 'openid' })),
    );
  }

  startProviderLogin(input: unknown, context: RequestContext): Promise<StartedLogin> {
    return this.needs.operation(startProviderLogin, context, async () => {
      const { provider, returnTo, codeChallenge, loginHint = null } = readInput(startProviderLogin, input, context);
      if (!this.needs.redirectUris.includes(returnTo)) throw invalidField('returnTo', 'must be one of REDIRECT_URIS');
      return this.begin({ provider, returnTo, codeChallenge, startedBy: null }, loginHint, context);
    });
  }

  /**
   * Starts a login on a page, whose browser keeps the verifier, or the connection of an account with `userId`. `returnTo` is a
   * path of the pages.
   */
  startOnPage(
    provider: string,
    returnTo: string,
    userId: string | null,
    context: RequestContext,
  ): Promise<StartedLogin & { codeVerifier: string }> {
    return this.needs.operation(startProviderLogin, context, async () => {
      const codeVerifier = randomBytes(32).toString('base64url');
      const codeChallenge = challengeOf(codeVerifier);
      const started = { provider, returnTo, codeChallenge, startedBy: userId ?? nobody };
      return { ...(await this.begin(started, null, context)), codeVerifier };
    });
  }

  private async begin(
    started: StartedProviderLogin,
    loginHint: string | null,
    context: RequestContext,
  ): Promise<StartedLogin> {
    const client = this.needs.providers.get(started.provider);
    return this.needs.rateLimits.attempt([providerLimits.PROVIDER_NETWORK], context, async () => {
      const flow = await context.timings.measure('database', () => this.needs.results.start(started));
      const url = await client.authorizationUrl(flow, { loginHint, locale: context.locale });
      return { url: url.href, expiresInS: atProviderS };
    });
  }

  /**
   * Takes the answer of a provider. It signs nobody in: whoever has started goes on with the code.
   * @throws AppError `NOT_FOUND`, `SERVICE_UNAVAILABLE`; `PROVIDER_REJECTED` if the state does not say where the browser goes
   */
  async receive(provider: string, answer: URLSearchParams, context: RequestContext): Promise<ProviderReturn> {
    let returnTo: string | undefined;
    try {
      const code = await this.needs.slowOperation(receiveProviderAnswer, context, async () => {
        const client = this.needs.providers.get(provider);
        const { started, flow } = await this.needs.results
          .take(answer.get('state') ?? '', provider)
          .catch((error: unknown) => {
            // A person who has gone back and cancels again.
            throw causeIn(answer) === 'cancelled' ? rejected(providerReasons['cancelled sign-in'], error) : error;
          });
        returnTo = started.returnTo;
        return this.needs.results.finish(started, await client.identify(answer, flow));
      });
      return { returnTo: returnTo ?? '', answer: { code } };
    } catch (error) {
      if (!(error instanceof AppError) || returnTo === undefined) throw error;
      const { code, reason } = error;
      return {
        returnTo,
        answer: { error: code, ...(reason === providerReasons['cancelled sign-in'] && { reason: 'cancelled' }) },
      };
    }
  }

  /** The result is the result of a login with a password. */
  completeProviderLogin(input: unknown, context: RequestContext): Promise<Login> {
    return this.needs.operation(completeProviderLogin, context, async (subject) => {
      const { code, codeVerifier, given, options } = readInput(completeProviderLogin, input, context);
      return this.attempt(context, async () => {
        const { person, proven } = await context.timings.measure('database', () =>
          this.needs.results.prove(code, codeVerifier, nobody, subject),
        );
        const spend = spendingToken(this.needs.oneTimeTokens, proven);
        return this.signIn(person, given, spend, options, context, subject);
      });
    });
  }

  /**
   * The result is the result of a login with a password.
   * @throws AppError `VALIDATION_FAILED`, `PROVIDER_REJECTED`, `LINK_REQUIRED`, `EMAIL_NOT_VERIFIED`, `FORBIDDEN`, `MFA_REQUIRED`,
   * `ACCOUNT_DISABLED`, `NOT_FOUND`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  loginWithIdToken(input: unknown, context: RequestContext): Promise<Login> {
    return this.needs.slowOperation(loginWithIdToken, context, async (subject) => {
      const { provider, idToken, nonce, given, options } = readInput(loginWithIdToken, input, context);
      const client = this.needs.providers.get(provider);
      return this.attempt(context, async () => {
        const person = await client.identifyByIdToken(idToken, nonce);
        return this.signIn(person, given, spendingIdToken(idToken, person.expiresTs), options, context, subject);
      });
    });
  }

  private attempt(context: RequestContext, work: () => Promise<Login>): Promise<Login> {
    return this.needs.rateLimits.failures(loginLimits.PASSWORDLESS_NETWORK, context, work);
  }

  /** Begins again if another request has changed what the decision was about. */
  private async signIn(
    person: ProviderPerson,
    given: GivenPerson,
    spend: Spend,
    options: LoginOptions,
    context: RequestContext,
    subject: AuditSubject,
  ): Promise<Login> {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const known = await context.timings.measure('database', () => this.needs.stores.identities.find(person));
      if (known) return this.logIn(known, person, spend, options, context, subject);
      const identity = await this.register(person, given, spend, context, subject);
      if (identity) return this.logIn(identity, person, null, options, context, subject);
    }
    throw new AppError('SERVICE_UNAVAILABLE');
  }

  /** The address at the provider may have changed: that changes nothing here. */
  private async logIn(
    { id, userId }: Pick<Identity, 'id' | 'userId'>,
    { provider }: ProviderPerson,
    spend: Spend | null,
    options: LoginOptions,
    context: RequestContext,
    subject: AuditSubject,
  ): Promise<Login> {
    subject.userId = userId;
    const account = await context.timings.measure('database', () =>
      this.needs.stores.users.findCredentialsById(userId),
    );
    if (!account) throw new AppError('SERVICE_UNAVAILABLE');
    const { user, factors, twoStep } = account;
    if (user.disabled || !user.emailVerified) {
      const problem = await this.needs.loginPolicy.problemOf(account, context);
      if (problem) throw problem;
    }
    const firstStep = `provider ${provider}` as const;
    if (this.needs.logins.areNeeded(account)) {
      // Disconnected meanwhile. If it is disconnected later, the challenge ends with it.
      const isUsed = await context.timings.measure('database', () =>
        this.needs.stores.identities.use(id, this.needs.clock()),
      );
      if (!isUsed) throw new AppError('SERVICE_UNAVAILABLE');
      throw await this.needs.logins.challenge(account, options, context, { firstStep, spend });
    }
    const login = await this.needs.opener.openSpending(
      this.needs.stores.transaction,
      async (tx) => {
        // First, as whoever disconnects the identity does.
        await tx.factors.lock(userId);
        await spend?.(tx);
        // Disconnected meanwhile.
        if (!(await tx.identities.use(id, this.needs.clock()))) throw new AppError('SERVICE_UNAVAILABLE');
      },
      {
        account,
        authentication: byFirstStep(firstStep),
        guard: { passwordHash: null, factors, twoStep },
        method: firstStep,
      },
      options,
      context,
    );
    await this.needs.rateLimits.noteNetwork(account, context);
    return login;
  }

  /**
   * Creates the account of a new identity. Never connects it with an account because the addresses are equal: at the provider
   * and here, the address can have had another owner. Returns null if another request was faster.
   * @throws AppError `LINK_REQUIRED`, `EMAIL_NOT_VERIFIED`, `VALIDATION_FAILED`, `FORBIDDEN`, `RATE_LIMITED`
   */
  private async register(
    person: ProviderPerson,
    given: GivenPerson,
    spend: Spend,
    context: RequestContext,
    subject: AuditSubject,
  ): Promise<Pick<Identity, 'id' | 'userId'> | null> {
    const address = person.email === null ? given.email : parseEmailAddress(person.email);
    if (!address) throw incomplete({ ...namesOf(person, given), email: null });
    subject.account = address.canonical;
    if (!person.isAddressProved) {
      const names = requireNames(person, given);
      throw await this.needs.links.byMail({ account: person, names, address }, spend, context, subject);
    }
    const owner = await context.timings.measure('database', () =>
      this.needs.stores.users.findRecipient(address.canonical),
    );
    if (owner) {
      // Another login of the same person may have created this account since the identity was looked for.
      if (await context.timings.measure('database', () => this.needs.stores.identities.find(person))) return null;
      throw await this.needs.links.toAccount(owner, person, spend, context);
    }
    return this.create(address, person, requireNames(person, given), spend, context);
  }

  private async create(
    address: EmailAddress,
    person: ProviderPerson,
    names: { firstName: string; lastName: string },
    spend: Spend,
    context: RequestContext,
  ): Promise<Pick<Identity, 'id' | 'userId'> | null> {
    this.needs.registrations.reject(address);
    const { provider } = person;
    const newcomer = { email: address, ...names, tel: null };
    const rights = (await this.needs.beforeRegister?.decide(newcomer, { provider }, context)) ?? noRights;
    const newPerson = { address, ...names, ...rights };
    const create = () =>
      this.needs.stores.transaction(null, async (tx) => {
        // First, so that a request that was overtaken uses up no code.
        const identity = await this.needs.connector.register(tx, newPerson, person, context);
        if (identity) await spend(tx);
        return identity;
      });
    const identity = await context.timings.measure('database', create).catch(nullIfTaken);
    if (identity) await this.needs.rateLimits.trustNetwork(address.canonical, context);
    return identity;
  }
}

/** Another request has connected the identity meanwhile. @throws any other error */
function nullIfTaken(error: unknown): null {
  if (error instanceof AppError && error.code === 'CONFLICT') return null;
  throw error;
}

type Names = { firstName: string | null; lastName: string | null };

/** What the person has entered is only used where the provider has no name. */
const namesOf = (person: Names, given: Names): Names => ({
  firstName: person.firstName ?? given.firstName,
  lastName: person.lastName ?? given.lastName,
});

function requireNames(person: Names, given: Names): { firstName: string; lastName: string } {
  const { firstName, lastName } = namesOf(person, given);
  if (firstName === null || lastName === null) throw incomplete({ firstName, lastName });
  return { firstName, lastName };
}

/** Names the fields that are null. The client sends the same again, with them. */
function incomplete(person: Names & { email?: null }): AppError {
  const missing = (['email', 'firstName', 'lastName'] as const).filter((field) => person[field] === null);
  const fields = missing.map((field): FieldProblem => ({ field, msg: reasons.required }));
  return new AppError('VALIDATION_FAILED', { fields });
}
