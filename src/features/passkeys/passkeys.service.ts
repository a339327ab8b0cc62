import type { Reauthentication } from '../../accounts/auth/reauthentication';
import type { RunAsUser } from '../../accounts/auth/run-as-user';
import { freshForS } from '../../accounts/auth/two-step-sign-in';
import type { FactorChangeStores, FactorChanges } from '../../accounts/factors/factor-changes';
import { listed, mostPasskeys, type Passkey, userHandleOf } from '../../accounts/factors/passkey';
import type { ListedPasskey } from '../../accounts/factors/passkey.answers';
import { secondFactorAttempt } from '../../accounts/factors/second-factor.limits';
import type { User } from '../../accounts/users/user';
import { AppError, notFound } from '../../platform/errors/app-error';
import type { SpentChallengeStore } from '../../platform/one-time-tokens/spent-challenge.store';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { isUuid, uuidv7 } from '../../platform/runtime/uuid';
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
export interface PasskeyChangeStores extends FactorChangeStores {
  passkeys: PasskeyStore;
  spentChallenges: SpentChallengeStore;
}

export interface PasskeysServiceNeeds {
  asUser: RunAsUser;
  passkeys: PasskeyStore;
  reauthentication: Reauthentication;
  changes: FactorChanges<PasskeyChangeStores>;
  challenges: PasskeyChallenges;
  relyingParty: RelyingParty;
  rateLimits: RateLimits;
  isOn: boolean;
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
    return this.needs.asUser(addPasskeyOptions, context, input, async (principal, { currentPassword }) => {
      if (!this.needs.isOn) throw passkeysOff();
      return this.needs.reauthentication.confirmWayIn(principal, currentPassword, context, async ({ user }) => {
        this.needs.changes.requireProvenAddress(user);
        const existing = await context.timings.measure('database', () => this.needs.passkeys.list(user.id));
        if (existing.length >= mostPasskeys) throw tooMany();
        return { options: this.optionsFor(user, principal.sessionId, existing), expiresInS: freshForS };
      });
    });
  }

  /** PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
  private optionsFor(user: User, sessionId: string, existing: readonly Passkey[]): object {
    const { id, name } = this.needs.relyingParty;
    return {
      rp: { id, name },
      user: { id: userHandleOf(user.id), name: user.email, displayName: `${user.firstName} ${user.lastName}` },
      challenge: this.needs.challenges.issue({ for: 'adding', userId: user.id, sessionId }, freshForS),
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: freshForS * 1000,
      // The same authenticator does not make a second passkey for the account.
      excludeCredentials: existing.map(descriptorOf),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
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
        const challenge = this.needs.challenges.check(clientData.challenge, { for: 'adding', userId, sessionId });
        const credential = await verifyRegistration(response, clientData, this.needs.relyingParty);
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
          { factor: 'passkey', methods: methodsOf(passkey) },
          context,
          async (tx) => {
            if (!(await tx.spentChallenges.insert(challenge.hash, challenge.expiresTs))) {
              throw passkeyRejected(passkeyReasons['used challenge']);
            }
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
    return this.needs.asUser(renamePasskey, context, input, async ({ userId }, { id, name }) => {
      if (!isUuid(id)) throw notFound(noSuchPasskey);
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
      if (!own.some((passkey) => passkey.id === id.toLowerCase())) throw notFound(noSuchPasskey);
      await this.needs.reauthentication.requireFactor(principal, context);
      await this.needs.changes.remove(principal, 'passkey', context, async (tx) => {
        if (!(await tx.passkeys.remove(userId, id))) throw notFound(noSuchPasskey);
      });
    });
  }
}

const tooMany = () => new AppError('CONFLICT', { msg: `An account can have at most ${mostPasskeys} passkeys.` });
