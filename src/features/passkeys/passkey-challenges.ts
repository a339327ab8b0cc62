import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Derive } from '../../platform/encryption/derivation-key';
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
export interface ProvenChallenge<Purpose extends ChallengePurpose = ChallengePurpose> {
  purpose: Purpose;
  /** Identifies the challenge among those that were used. */
  hash: Uint8Array<ArrayBuffer>;
  expiresTs: Date;
}

const randomLength = 16;
/** Unix time in seconds. */
const expiryLength = 6;
const macLength = 32;
const format = /^[\w-]{72}$/;

/**
 * The challenges of WebAuthn, which need no row: random bytes, the end of the validity, and an HMAC over both and the
 * purpose. So clients that only ask for a challenge write nothing to the database (docs/decisions/037).
 */
export class PasskeyChallenges {
  constructor(
    private readonly derive: Derive,
    private readonly clock: Clock,
  ) {}

  /** Returns the challenge in base64url. */
  issue(purpose: ChallengePurpose, lifetimeS: number): string {
    const content = Buffer.alloc(randomLength + expiryLength);
    randomBytes(randomLength).copy(content);
    content.writeUIntBE(Math.floor(this.clock().getTime() / 1000) + lifetimeS, randomLength, expiryLength);
    return Buffer.concat([content, this.macOf(content, purpose)]).toString('base64url');
  }

  /**
   * Does not say whether the challenge was used.
   * @throws AppError `INVALID_TOKEN` if it is valid for none of the purposes
   */
  check<Purpose extends ChallengePurpose>(challenge: string, ...purposes: Purpose[]): ProvenChallenge<Purpose> {
    if (!format.test(challenge)) throw passkeyRejected(passkeyReasons['unknown challenge']);
    const bytes = Buffer.from(challenge, 'base64url');
    const content = bytes.subarray(0, -macLength);
    const purpose = purposes.find((one) => timingSafeEqual(bytes.subarray(-macLength), this.macOf(content, one)));
    if (!purpose) throw passkeyRejected(passkeyReasons['unknown challenge']);
    const expiresTs = new Date(content.readUIntBE(randomLength, expiryLength) * 1000);
    if (expiresTs <= this.clock()) throw passkeyRejected(passkeyReasons['expired challenge']);
    return { purpose, hash: Uint8Array.from(createHash('sha256').update(bytes).digest()), expiresTs };
  }

  private macOf(content: Buffer, purpose: ChallengePurpose): Buffer {
    const user = 'userId' in purpose ? purpose.userId : '';
    const session = 'sessionId' in purpose ? purpose.sessionId : '';
    return createHmac('sha256', this.derive('passkey challenges'))
      .update(`${purpose.for} ${user} ${session} `)
      .update(content)
      .digest();
  }
}
