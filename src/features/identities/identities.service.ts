import type { Reauthentication } from '../../accounts/auth/reauthentication';
import type { RunAsUser } from '../../accounts/auth/run-as-user';
import type { TwoStepSignIn } from '../../accounts/auth/two-step-sign-in';
import type { FactorStore } from '../../accounts/factors/factor.store';
import type { FactorChanges } from '../../accounts/factors/factor-changes';
import { type ProviderResults, spendingIdToken } from '../../accounts/providers/provider-results';
import type { Providers } from '../../accounts/providers/providers';
import { providerPurposes } from '../../accounts/providers/providers.purposes';
import { providerEnds } from '../../accounts/providers/providers.reasons';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import type { SessionStore } from '../../accounts/sessions/session.store';
import type { Principal } from '../../accounts/tokens/access-token';
import { accessTokenRejected } from '../../accounts/tokens/access-token-rejection';
import { tokenReasons } from '../../accounts/tokens/tokens.reasons';
import { type Identity, isOnlyWayIn, type ProviderAccount, providerAccountOf } from '../../accounts/users/identity';
import type { IdentityStore } from '../../accounts/users/identity.store';
import type { ConnectionStores, IdentityConnector } from '../../accounts/users/identity-connector';
import type { IdentityDisconnector } from '../../accounts/users/identity-disconnector';
import type { UserStore } from '../../accounts/users/user.store';
import type { Transact } from '../../platform/db/database';
import { AppError, notFound } from '../../platform/errors/app-error';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens } from '../../platform/one-time-tokens/one-time-tokens';
import { oneTimeTokenReasons } from '../../platform/one-time-tokens/one-time-tokens.reasons';
import { type Spend, spendingToken } from '../../platform/one-time-tokens/spend';
import type { SpentChallengeStore } from '../../platform/one-time-tokens/spent-challenge.store';
import type { RequestContext } from '../../platform/request/request-context';
import type { IdentityProof } from './identities.inputs';
import { identities, linkIdentity, noSuchIdentity, unlinkIdentity } from './identities.operations';

interface ChangeStores extends ConnectionStores {
  users: UserStore;
  factors: FactorStore;
  sessions: SessionStore;
  oneTimeTokens: OneTimeTokenStore;
  spentChallenges: SpentChallengeStore;
}

interface IdentitiesServiceNeeds {
  asUser: RunAsUser;
  /** With the time that a provider may take. */
  asUserSlowly: RunAsUser;
  providers: Providers;
  results: ProviderResults;
  connector: Pick<IdentityConnector, 'connect'>;
  disconnector: IdentityDisconnector;
  stores: { identities: Pick<IdentityStore, 'list'>; transaction: Transact<ChangeStores> };
  oneTimeTokens: OneTimeTokens;
  reauthentication: Reauthentication;
  twoStep: TwoStepSignIn;
  changes: Pick<FactorChanges<never>, 'requireProvenAddress'>;
  liveSessions: LiveSessions;
}

/** Lists, connects and disconnects the accounts at providers of signed-in users. */
export class IdentitiesService {
  constructor(private readonly needs: IdentitiesServiceNeeds) {}

  identities(context: RequestContext): Promise<Identity[]> {
    return this.needs.asUser(identities, context, null, ({ userId }) =>
      context.timings.measure('database', () => this.needs.stores.identities.list(userId)),
    );
  }

  /**
   * The user proves who they are before the provider is asked, whose answer can take longer than a slot of the hash queue may be
   * held.
   * @throws AppError `VALIDATION_FAILED`, `UNAUTHENTICATED`, `STEP_UP_REQUIRED`, `INVALID_CREDENTIALS`, `EMAIL_NOT_VERIFIED`,
   * `ACCOUNT_DISABLED`, `FORBIDDEN`, `INVALID_TOKEN`, `PROVIDER_REJECTED`, `NOT_FOUND`, `CONFLICT`, `RATE_LIMITED`,
   * `SERVICE_UNAVAILABLE`
   */
  linkIdentity(input: unknown, context: RequestContext): Promise<Identity> {
    return this.needs.asUserSlowly(linkIdentity, context, input, async (principal, { proof, currentPassword }) => {
      const { user } = await this.needs.reauthentication.confirmWayIn(
        principal,
        currentPassword,
        context,
        async (account) => account,
      );
      this.needs.changes.requireProvenAddress(user, 'a provider');
      const { account, spend } = await this.shown(proof, principal, context);
      return context.timings.measure('database', () =>
        this.needs.stores.transaction(user.id, async (tx) => {
          await this.lock(tx, principal);
          await spend(tx);
          return this.needs.connector.connect(tx, principal, account, context);
        }),
      );
    });
  }

  /** Ends all other sessions: one of them may have been opened with the provider. */
  unlinkIdentity(input: unknown, context: RequestContext): Promise<void> {
    return this.needs.asUser(unlinkIdentity, context, input, async (principal, { id }) => {
      await this.needs.reauthentication.requireFresh(principal, context);
      const { userId, sessionId } = principal;
      const { providers } = this.needs;
      const ended = await context.timings.measure('database', () =>
        this.needs.stores.transaction(userId, async (tx) => {
          await this.lock(tx, principal);
          const own = await tx.identities.list(userId);
          const identity = own.find((one) => one.id === id.toLowerCase());
          if (!identity) throw notFound(noSuchIdentity);
          const account = await tx.users.findCredentialsById(userId);
          if (!account) throw accessTokenRejected(tokenReasons['no account']);
          const { passwordHash, factors } = account;
          // Nobody signs in with a provider that is no longer in the settings.
          const used = own.filter(({ provider }) => providers.has(provider));
          if (used.includes(identity) && isOnlyWayIn(used, { hasPassword: passwordHash !== null, factors }))
            throw onlyWayIn();
          await this.needs.disconnector.disconnect(tx, identity, { sessionId }, context);
          const which = { userId, exceptSessionId: sessionId };
          return this.needs.liveSessions.endAllWith(tx, which, providerEnds.identities_changed, context);
        }),
      );
      this.needs.liveSessions.rejectTokensOf(ended);
    });
  }

  /** Checks again what can have changed since the request came, for example while a provider was asked for its keys. */
  private async lock(tx: ChangeStores, principal: Principal): Promise<void> {
    const account = await tx.factors.lock(principal.userId);
    if (!account) throw accessTokenRejected(tokenReasons['no account']);
    // Also of a user who was disabled, or whose password was reset.
    const { isRevoked } = await tx.sessions.revocationOf(principal.sessionId);
    if (isRevoked) throw accessTokenRejected(tokenReasons['ended session']);
    this.needs.twoStep.requireProof(principal, account);
  }

  /** Returns the account at a provider that the client has shown, and what uses the proof up. */
  private async shown(
    proof: IdentityProof,
    { userId }: Principal,
    { timings }: RequestContext,
  ): Promise<{ account: ProviderAccount; spend: Spend }> {
    const { oneTimeTokens, providers, results } = this.needs;
    if ('idToken' in proof) {
      const { expiresTs, ...account } = await providers
        .get(proof.provider)
        .identifyByIdToken(proof.idToken, proof.nonce);
      return { account, spend: spendingIdToken(proof.idToken, expiresTs) };
    }
    const { person, proven } = await timings.measure('database', async () => {
      if ('code' in proof) return results.prove(proof.code, proof.codeVerifier, userId, {});
      const proven = await oneTimeTokens.prove({ token: proof.token }, [providerPurposes.link_identity]);
      return { person: providerAccountOf(proven.token.details), proven };
    });
    // The token is for the account of an address, and this user has another one.
    if (!person || ('token' in proof && proven.token.userId !== userId)) {
      throw new AppError('INVALID_TOKEN', { reason: oneTimeTokenReasons['unknown link'] });
    }
    return { account: person, spend: spendingToken(oneTimeTokens, proven) };
  }
}

const onlyWayIn = () =>
  new AppError('CONFLICT', {
    msg: 'You could not sign in without this provider. Set a password or add a passkey first.',
  });
