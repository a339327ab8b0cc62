import { createHash, randomInt } from 'node:crypto';

/** How many recovery codes a user gets. */
export const recoveryCodeCount = 10;
/** Crockford's base32: no I, L, O and U, so that a reader does not confuse a letter with a digit. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 5;
const groupLength = 5;

/** Returns a new recovery code: 125 random bits. */
export function createRecoveryCode(): string {
  const group = () => Array.from({ length: groupLength }, () => digits.charAt(randomInt(digits.length))).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** Returns the canonical form of a text that could be a recovery code, or null. */
export function parseRecoveryCode(text: string): string | null {
  const plain = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return plain.length === groups * groupLength && [...plain].every((digit) => digits.includes(digit)) ? plain : null;
}

/** A fast hash is enough for at least 112 random bits (ASVS 5.0, 6.5.2). */
export function hashRecoveryCode(canonical: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(`recovery code ${canonical}`).digest());
}
