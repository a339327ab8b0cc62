import { createHmac } from 'node:crypto';
import { isSameText } from '../../platform/runtime/same-text';

/** Time-based one-time passwords (RFC 6238) with the parameters that all authenticator apps support. */
export const totp = { digits: 6, stepS: 30, seedBytes: 20 } as const;
/** The codes of the previous and of the next step are accepted, too, because clocks differ. */
const tolerance = 1;

/** Returns the code of a time step, with HMAC-SHA-1 (RFC 4226, section 5.3). */
export function codeOfStep(seed: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hmac = createHmac('sha1', seed).update(counter).digest();
  const offset = (hmac.at(-1) ?? 0) & 0xf;
  const number = hmac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** totp.digits).padStart(totp.digits, '0');
}

/** Returns the step whose code this is, or null. All codes are compared, so that the time reveals nothing. */
export function stepOfCode(seed: Uint8Array, code: string, now: Date): number | null {
  const current = Math.floor(now.getTime() / 1000 / totp.stepS);
  const steps = Array.from({ length: 2 * tolerance + 1 }, (_, i) => current - tolerance + i);
  const right = steps.filter((step) => isSameText(codeOfStep(seed, step), code));
  return right.at(-1) ?? null;
}

const base32Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes bytes in base32 without padding (RFC 4648, section 6). The number of bits must be a multiple of 5. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => base32Digits.charAt(Number.parseInt(five, 2))).join('');
}

/** Returns the key URI, which authenticator apps read from a QR code. */
export function totpUri(secret: string, product: string, account: string): string {
  const label = `${encodeURIComponent(product)}:${encodeURIComponent(account)}`;
  const issuer = encodeURIComponent(product);
  return `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=${totp.digits}&period=${totp.stepS}`;
}
