import type { Reauthentication } from '../../accounts/auth/reauthentication';
import type { RunAsUser } from '../../accounts/auth/run-as-user';
import type { Login } from '../../accounts/auth/session-opener';
import { freshForS, type TwoStepSignIn } from '../../accounts/auth/two-step-sign-in';
import type { FactorStore } from '../../accounts/factors/factor.store';
import type { FactorChangeStores, FactorChanges } from '../../accounts/factors/factor-changes';
import { listed, mostPasskeys, type Passkey, userEntityOf } from '../../accounts/factors/passkey';
import type { ListedPasskey } from '../../accounts/factors/passkey.answers';
import { secondFactorAttempt } from '../../accounts/factors/second-factor.limits';
import type { SessionStore } from '../../accounts/sessions/session.store';
import type { User } from '../../accounts/users/user';
import type { Credentials } from '../../accounts/users/user.store';
import { AppError, notFound } from '../../platform/errors/app-error';
import type { SpentChallengeStore } from '../../platform/one-time-tokens/spent-challenge.store';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import { knownId } from '../../platform/request/known-id';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { uuidv7 } from '../../platform/runtime/uuid';
import { defaultNameOf } from './authenticator-names';
import { algorithms, passkeyRejected, readClientData, verifyRegistration } from './authenticator-response';
import type { PasskeyStore } from './passkey.store';
import type { PasskeyChallenges } from './passkey-challenges';
import { descriptorOf, methodsOf, passkeysOff } from './passkey-verification';
import type { AddedPasskey, PasskeyOptions } from './passkeys.answers';
import { addPasskey, addPasskeyOptions, noSuchPasskey, removePasskey, renamePasskey } from './passkeys.operations';
import { passkeyReasons } from './passkeys.reasons';
import type { RelyingParty } from './relying-party';

/** The stores of a transaction that adds or removes a passkey. */
interface PasskeyChangeStores extends FactorChangeStores {
  passkeys: PasskeyStore;
  spentChallenges: SpentChallengeStore;
}

interface PasskeysServiceNeeds {
  asUser: RunAsUser;
  passkeys: PasskeyStore;
  reauthentication: Reauthentication;
  changes: FactorChanges<PasskeyChangeStores>;
  challenges: PasskeyChallenges;
  relyingParty: RelyingParty;
  rateLimits: RateLimits;
  factors: Pick<FactorStore, 'allowsPasskeyUpgrade'>;
  sessions: Pick<SessionStore, 'findById'>;
  twoStep: TwoStepSignIn;
  isOn: boolean;
  /** Whether the browser may add a passkey by itself: PASSKEY_UPGRADE. */
  isUpgradeOn: boolean;
  clock: Clock;
}

/** Adds, renames and removes the passkeys of signed-in users. */
export class PasskeysService {
  constructor(private readonly needs: PasskeysServiceNeeds) {}

  /**
   * Returns the options for a new passkey. Their challenge is bound to the user and the session, and proves in
   * `addPasskey` that the user has proved who they are.
   */
  addPasskeyOptions(input: unknown, context: RequestContext): Promise<PasskeyOptions> {
    return this.needs.asUser(addPasskeyOptions, context, input, async (principal, { currentPassword, automatic }) => {
      if (!this.needs.isOn) throw passkeysOff();
      const { reauthentication } = this.needs;
      // Before the password is hashed, because a page asks for this after each login.
      if (automatic) await this.requireUpgradable(await reauthentication.accountOf(principal, context), context);
      return reauthentication.confirmWayIn(principal, currentPassword, context, ({ user }) =>
        this.optionsOf(user, principal.sessionId, automatic, context),
      );
    });
  }

  /**
   * Returns the options with which the browser may add a passkey by itself, to the request that has just signed the user in
   * with the password: only this request is the proof, so a session that was stolen gets no options.
   * @throws AppError if the session has not proved what adding a way in needs, or the user does not want it
   */
  async upgradeOptions({ user, sessionId }: Login, context: RequestContext): Promise<PasskeyOptions> {
    if (!this.needs.isOn) throw passkeysOff();
    const { reauthentication, sessions } = this.needs;
    const account = await reauthentication.accountOf({ userId: user.id }, context);
    await this.requireUpgradable(account, context);
    const session = await context.timings.measure('database', () => sessions.findById(sessionId));
    if (!session?.amr.includes('pwd')) throw noUpgrade();
    const { userId, acr, authTs } = session;
    const proof = { userId, sessionId, acr, authTimeS: Math.floor(authTs.getTime() / 1000) };
    const stepUp = await reauthentication.missingProof(proof, context, account);
    if (stepUp) throw new AppError('STEP_UP_REQUIRED', { stepUp });
    return this.optionsOf(account.user, sessionId, true, context);
  }

  /** @throws AppError `FORBIDDEN` */
  private async requireUpgradable(account: Credentials, { timings }: RequestContext): Promise<void> {
    const { isUpgradeOn, twoStep, factors } = this.needs;
    // Somebody who must still add a second factor chooses it.
    const isIncomplete = account.factors.length === 0 && twoStep.isRequired(account);
    const isAllowed =
      isUpgradeOn &&
      !isIncomplete &&
      (await timings.measure('database', () => factors.allowsPasskeyUpgrade(account.user.id)));
    if (!isAllowed) throw noUpgrade();
  }

  private async optionsOf(
    user: User,
    sessionId: string,
    automatic: boolean,
    { timings }: RequestContext,
  ): Promise<PasskeyOptions> {
    this.needs.changes.requireProvenAddress(user);
    const existing = await timings.measure('database', () => this.needs.passkeys.list(user.id));
    if (existing.length >= mostPasskeys) throw tooMany();
    return { options: this.optionsFor(user, sessionId, existing, automatic), expiresInS: freshForS };
  }

  /** PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
  private optionsFor(user: User, sessionId: string, existing: readonly Passkey[], automatic: boolean): object {
    const { id, name } = this.needs.relyingParty;
    const purpose = automatic ? 'upgrade' : 'adding';
    return {
      rp: { id, name },
      user: userEntityOf(user),
      challenge: this.needs.challenges.issue({ for: purpose, userId: user.id, sessionId }, freshForS),
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: freshForS * 1000,
      // The same authenticator does not make a second passkey for the account, but replaces one that it had made by itself.
      excludeCredentials: existing.filter((passkey) => automatic || !passkey.automatic).map(descriptorOf),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        // A browser that must verify the user cannot do it without asking (WebAuthn Level 3, section 5.1.3).
        userVerification: automatic ? 'preferred' : 'required',
      },
      attestation: 'none',
    };
  }

  /**
   * Adds the passkey that the authenticator has made. The other sessions continue, and whether the password needs a second
   * step stays as it is, unless two-step sign-in is required.
   */
  addPasskey(input: unknown, context: RequestContext): Promise<AddedPasskey> {
    return this.needs.asUser(addPasskey, context, input, async (principal, { passkey: response, name }) => {
      if (!this.needs.isOn) throw passkeysOff();
      const { userId, sessionId } = principal;
      return this.needs.rateLimits.count(secondFactorAttempt(userId), context, async () => {
        const clientData = readClientData(response, 'create', this.needs.relyingParty);
        const challenge = this.needs.challenges.check(
          clientData.challenge,
          { for: 'adding', userId, sessionId },
          { for: 'upgrade', userId, sessionId },
        );
        // Not what the client says: otherwise it could leave its user out of any new passkey.
        const automatic = challenge.purpose.for === 'upgrade';
        const credential = await verifyRegistration(response, clientData, this.needs.relyingParty, { automatic });
        const createdTs = this.needs.clock();
        const passkey: Passkey = Object.assign(credential, {
          id: uuidv7(createdTs),
          userId,
          name: name ?? defaultNameOf(credential),
          createdTs,
          lastUsedTs: null,
        });
        const added = await this.needs.changes.add(
          principal,
          { factor: 'passkey', methods: methodsOf(passkey), automatic },
          context,
          async (tx) => {
            if (!(await tx.spentChallenges.insert(challenge.hash, challenge.expiresTs))) {
              throw passkeyRejected(passkeyReasons['used challenge']);
            }
            if (automatic && !(await tx.factors.allowsPasskeyUpgrade(userId))) throw noUpgrade();
            if (!automatic) await tx.passkeys.removeReplaced(passkey);
            // `add` has locked the account, so no other request adds one meanwhile.
            if ((await tx.passkeys.count(userId)) >= mostPasskeys) throw tooMany();
            if (!(await tx.passkeys.insert(passkey))) throw passkeyRejected(passkeyReasons['known passkey']);
          },
        );
        return { passkey: listed(passkey), jwt: added.jwt, recoveryCodes: added.recoveryCodes };
      });
    });
  }

  renamePasskey(input: unknown, context: RequestContext): Promise<ListedPasskey> {
    return this.needs.asUser(renamePasskey, context, input, async ({ userId }, { id: sent, name }) => {
      const id = knownId(sent, noSuchPasskey);
      const renamed = await context.timings.measure('database', () => this.needs.passkeys.rename(userId, id, name));
      if (!renamed) throw notFound(noSuchPasskey);
      return listed(renamed);
    });
  }

  /** Removes a passkey, and ends all other sessions. */
  removePasskey(input: unknown, context: RequestContext): Promise<void> {
    return this.needs.asUser(removePasskey, context, input, async (principal, { id }) => {
      const { userId } = principal;
      const own = await context.timings.measure('database', () => this.needs.passkeys.list(userId));
      const passkey = own.find((one) => one.id === id.toLowerCase());
      if (!passkey) throw notFound(noSuchPasskey);
      // An account whose only passkeys stand for the password has no second factor to ask for.
      if (passkey.automatic) await this.needs.reauthentication.requireFresh(principal, context);
      else await this.needs.reauthentication.requireFactor(principal, context);
      await this.needs.changes.remove(principal, 'passkey', context, async (tx) => {
        if (!(await tx.passkeys.remove(userId, id))) throw notFound(noSuchPasskey);
        await tx.factors.stopPasskeyUpgrade(userId);
      });
    });
  }
}

const noUpgrade = () =>
  new AppError('FORBIDDEN', { msg: 'The browser does not add a passkey to this account by itself.' });
const tooMany = () => new AppError('CONFLICT', { msg: `An account can have at most ${mostPasskeys} passkeys.` });
