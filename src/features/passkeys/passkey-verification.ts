import { listed, type Passkey, toBase64url, toBytes, userHandleOf } from '../../accounts/factors/passkey';
import type { ListedPasskey } from '../../accounts/factors/passkey.answers';
import type { PasskeyAssertion } from '../../accounts/factors/passkey.inputs';
import type { PasskeyFactor } from '../../accounts/factors/passkey-factor';
import { secondFactorAttempt } from '../../accounts/factors/second-factor.limits';
import type { ProvenFactor } from '../../accounts/factors/second-factor-codes';
import type { AuthenticationMethod } from '../../accounts/tokens/authentication';
import { AppError } from '../../platform/errors/app-error';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { type ClientData, passkeyRejected, readClientData, verifyAssertion } from './authenticator-response';
import type { PasskeyStore } from './passkey.store';
import type { ChallengePurpose, PasskeyChallenges, ProvenChallenge } from './passkey-challenges';
import { passkeyReasons } from './passkeys.reasons';
import type { RelyingParty } from './relying-party';

/** A response whose challenge is valid and whose origin is right. Its signature was not checked. */
interface ReadAssertion {
  assertion: PasskeyAssertion;
  clientData: ClientData;
  challenge: ProvenChallenge;
}

/** How long the options for a second factor are valid, in seconds: as long as the challenge of a login. */
const factorOptionsS = 300;

/** Checks what authenticators have signed with passkeys. */
export class PasskeyVerification implements PasskeyFactor {
  constructor(
    private readonly passkeys: Pick<PasskeyStore, 'findByCredentialId' | 'list'>,
    private readonly challenges: PasskeyChallenges,
    private readonly relyingParty: RelyingParty,
    private readonly rateLimits: Pick<RateLimits, 'count'>,
    private readonly clock: Clock,
  ) {}

  /** Returns the options for a login with any passkey that the user chooses. Needs no query. */
  loginOptions(lifetimeS: number): object {
    return this.optionsFor({ for: 'login' }, [], lifetimeS);
  }

  async options(userId: string): Promise<object> {
    const factors = (await this.passkeys.list(userId)).filter(({ automatic }) => !automatic);
    return this.optionsFor({ for: 'second factor', userId }, factors, factorOptionsS);
  }

  /** PublicKeyCredentialRequestOptionsJSON of WebAuthn. */
  private optionsFor(purpose: ChallengePurpose, allowed: readonly Passkey[], lifetimeS: number): object {
    return {
      challenge: this.challenges.issue(purpose, lifetimeS),
      timeout: lifetimeS * 1000,
      rpId: this.relyingParty.id,
      allowCredentials: allowed.map(descriptorOf),
      userVerification: 'required',
    };
  }

  withPasskey<Result>(
    userId: string,
    assertion: PasskeyAssertion,
    context: RequestContext,
    work: (factor: ProvenFactor) => Promise<Result>,
  ): Promise<Result> {
    return this.rateLimits.count(secondFactorAttempt(userId), context, async () => {
      const read = this.read(assertion, { for: 'second factor', userId });
      const passkey = await this.find(read, context);
      if (passkey.userId !== userId) throw passkeyRejected(passkeyReasons['passkey of another account']);
      if (passkey.automatic) throw passkeyRejected(passkeyReasons['automatic passkey']);
      return work(await this.verify(read, passkey));
    });
  }

  async list(userId: string): Promise<ListedPasskey[]> {
    return (await this.passkeys.list(userId)).map(listed);
  }

  /**
   * Checks the challenge and the origin, without a query.
   * @throws AppError `INVALID_TOKEN`
   */
  read(assertion: PasskeyAssertion, purpose: ChallengePurpose): ReadAssertion {
    const clientData = readClientData(assertion, 'get', this.relyingParty);
    const challenge = this.challenges.check(clientData.challenge, purpose);
    return { assertion, clientData, challenge };
  }

  /** @throws AppError `INVALID_TOKEN` */
  async find({ assertion }: ReadAssertion, { timings }: RequestContext): Promise<Passkey> {
    const credentialId = toBytes(assertion.id);
    const passkey = await timings.measure('database', () => this.passkeys.findByCredentialId(credentialId));
    if (!passkey) throw passkeyRejected(passkeyReasons['unknown passkey']);
    return passkey;
  }

  /** @throws AppError `INVALID_TOKEN` */
  async verify({ assertion, clientData, challenge }: ReadAssertion, passkey: Passkey): Promise<ProvenFactor> {
    const { userHandle } = assertion.response;
    if (userHandle && userHandle !== userHandleOf(passkey.userId))
      throw passkeyRejected(passkeyReasons['passkey of another account']);
    const verified = await verifyAssertion(assertion, clientData, passkey, this.relyingParty);
    const use = { id: passkey.id, signCount: verified.signCount, backedUp: verified.backedUp, at: this.clock() };
    return {
      kind: 'passkey',
      methods: methodsOf(passkey),
      async spend(tx) {
        // First the account, as in every transaction that changes factors: so none waits for the other in a circle.
        await tx.factors.lock(passkey.userId);
        if (!(await tx.spentChallenges.insert(challenge.hash, challenge.expiresTs))) {
          throw passkeyRejected(passkeyReasons['used challenge']);
        }
        // A page lets the browser forget an unknown passkey, and one that counts can have been used at the same time.
        const lost = passkey.deviceType === 'multiDevice' ? 'unknown passkey' : 'sign count not increased';
        if (!(await tx.passkeys.use(use))) throw passkeyRejected(passkeyReasons[lost]);
      },
    };
  }
}

/**
 * A passkey that can be synchronized is in software. Without attestation, this is the best that is known. If it was made without
 * its user, its verification of the user is no factor (WebAuthn Level 3, section 4, `uvInitialized`).
 */
export const methodsOf = ({
  deviceType,
  automatic,
}: Pick<Passkey, 'deviceType' | 'automatic'>): readonly AuthenticationMethod[] => [
  deviceType === 'multiDevice' ? 'swk' : 'hwk',
  ...(automatic ? [] : (['user'] as const)),
];

/** PublicKeyCredentialDescriptorJSON of WebAuthn. */
export function descriptorOf({ credentialId, transports }: Passkey) {
  return { type: 'public-key' as const, id: toBase64url(credentialId), transports };
}

export const passkeysOff = () => new AppError('FORBIDDEN', { msg: 'Passkeys are switched off on this server.' });
