import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Derive } from '../encryption/derivation-key';
import type { Clock } from '../runtime/clock';

const randomLength = 16;
/** Unix time in seconds. */
const expiryLength = 6;
const macLength = 32;
const format = /^[\w-]{72}$/;

/** A challenge that this installation has issued, and that has not expired. */
export interface FoundChallenge {
  /** To which of the texts it is bound. */
  position: number;
  /** Identifies the challenge among those that were used. */
  hash: Uint8Array<ArrayBuffer>;
  expiresTs: Date;
}

/**
 * Challenges that need no row: random bytes, the end of the validity, and an HMAC over both and what they are bound to. So
 * clients that only ask for a challenge write nothing to the database (docs/decisions/037).
 */
export class BoundChallenges {
  constructor(
    private readonly derive: Derive,
    private readonly purpose: string,
    private readonly clock: Clock,
  ) {}

  /** Returns the challenge in base64url, with 72 characters. */
  issue(boundTo: string, lifetimeS: number): string {
    const content = Buffer.alloc(randomLength + expiryLength);
    randomBytes(randomLength).copy(content);
    content.writeUIntBE(Math.floor(this.clock().getTime() / 1000) + lifetimeS, randomLength, expiryLength);
    return Buffer.concat([content, this.macOf(content, boundTo)]).toString('base64url');
  }

  /** Does not say whether the challenge was used. */
  find(challenge: string, boundTo: readonly string[]): FoundChallenge | 'unknown' | 'expired' {
    if (!format.test(challenge)) return 'unknown';
    const bytes = Buffer.from(challenge, 'base64url');
    const content = bytes.subarray(0, -macLength);
    const mac = bytes.subarray(-macLength);
    const position = boundTo.findIndex((text) => timingSafeEqual(mac, this.macOf(content, text)));
    if (position === -1) return 'unknown';
    const expiresTs = new Date(content.readUIntBE(randomLength, expiryLength) * 1000);
    if (expiresTs <= this.clock()) return 'expired';
    return { position, hash: Uint8Array.from(createHash('sha256').update(bytes).digest()), expiresTs };
  }

  private macOf(content: Buffer, boundTo: string): Buffer {
    return createHmac('sha256', this.derive(this.purpose)).update(`${boundTo} `).update(content).digest();
  }
}
