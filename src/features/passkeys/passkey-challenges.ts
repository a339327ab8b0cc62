import type { Derive } from '../../platform/encryption/derivation-key';
import { BoundChallenges, type FoundChallenge } from '../../platform/one-time-tokens/bound-challenges';
import type { Clock } from '../../platform/runtime/clock';
import { passkeyRejected } from './authenticator-response';
import { passkeyReasons } from './passkeys.reasons';

/** What a challenge is good for. A challenge for something else is rejected. */
export type ChallengePurpose =
  | { for: 'login' }
  /** To add a passkey, in the session that has proved who the user is. */
  | { for: 'adding'; userId: string; sessionId: string }
  /** So that the browser adds a passkey by itself, in the session of a login with the password. */
  | { for: 'upgrade'; userId: string; sessionId: string }
  | { for: 'second factor'; userId: string };

/** A challenge that this installation has issued, and that has not expired. */
export interface ProvenChallenge<Purpose extends ChallengePurpose = ChallengePurpose>
  extends Omit<FoundChallenge, 'position'> {
  purpose: Purpose;
}

/** The challenges of WebAuthn. */
export class PasskeyChallenges {
  private readonly challenges: BoundChallenges;

  constructor(derive: Derive, clock: Clock) {
    this.challenges = new BoundChallenges(derive, 'passkey challenges', clock);
  }

  /** Returns the challenge in base64url. */
  issue(purpose: ChallengePurpose, lifetimeS: number): string {
    return this.challenges.issue(textOf(purpose), lifetimeS);
  }

  /**
   * Does not say whether the challenge was used.
   * @throws AppError `INVALID_TOKEN` if it is valid for none of the purposes
   */
  check<Purpose extends ChallengePurpose>(challenge: string, ...purposes: Purpose[]): ProvenChallenge<Purpose> {
    const found = this.challenges.find(challenge, purposes.map(textOf));
    if (typeof found === 'string') throw passkeyRejected(passkeyReasons[`${found} challenge`]);
    const { position, hash, expiresTs } = found;
    return { purpose: purposes[position] as Purpose, hash, expiresTs };
  }
}

function textOf(purpose: ChallengePurpose): string {
  const user = 'userId' in purpose ? purpose.userId : '';
  const session = 'sessionId' in purpose ? purpose.sessionId : '';
  return `${purpose.for} ${user} ${session}`;
}
