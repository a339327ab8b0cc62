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
  | { for: 'second factor'; userId: string };

/** A challenge that this installation has issued, and that has not expired. */
export interface ProvenChallenge {
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
   * @throws AppError `INVALID_TOKEN` if it is not valid for this purpose
   */
  check(challenge: string, purpose: ChallengePurpose): ProvenChallenge {
    if (!format.test(challenge)) throw passkeyRejected(passkeyReasons['unknown challenge']);
    const bytes = Buffer.from(challenge, 'base64url');
    const content = bytes.subarray(0, -macLength);
    if (!timingSafeEqual(bytes.subarray(-macLength), this.macOf(content, purpose)))
      throw passkeyRejected(passkeyReasons['unknown challenge']);
    const expiresTs = new Date(content.readUIntBE(randomLength, expiryLength) * 1000);
    if (expiresTs <= this.clock()) throw passkeyRejected(passkeyReasons['expired challenge']);
    return { hash: Uint8Array.from(createHash('sha256').update(bytes).digest()), expiresTs };
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
