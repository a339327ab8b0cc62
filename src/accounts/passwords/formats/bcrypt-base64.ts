import { randomInt } from 'node:crypto';

/** The digits of the base64 of crypt(3). */
export const cryptDigits = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** bcrypt has the same characters in another order. */
const bcryptDigits = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns random digits of crypt(3). */
export const randomCryptText = (length: number): string =>
  Array.from({ length }, () => cryptDigits[randomInt(64)]).join('');

const saltDigits = 22;
const tagDigits = 31;

/** Sets the bits to 0 that neither the salt (128 bits) nor the hash (184 bits) uses. Some libraries write random bits there. */
export function clearUnusedBits(saltAndTag: string): string {
  const salt = saltAndTag.slice(0, saltDigits - 1) + masked(saltAndTag[saltDigits - 1], 0x30);
  const tag = saltAndTag.slice(saltDigits, saltDigits + tagDigits - 1) + masked(saltAndTag.at(-1), 0x3c);
  return salt + tag;
}

const masked = (digit = '.', mask: number): string => bcryptDigits[bcryptDigits.indexOf(digit) & mask] ?? '.';
