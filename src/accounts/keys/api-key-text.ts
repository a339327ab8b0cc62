import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { secretPrefix } from '../../platform/runtime/secret-text';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 256 bits in base62. */
const secretLength = 43;
/** 32 bits in base62. */
const checksumLength = 6;
const form = new RegExp(`^${secretPrefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`);
function base62(number: bigint, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text;
  return text;
}

const checksumOf = (secret: string): string => base62(BigInt(crc32(secret)), checksumLength);

export function createApiKeyText(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength);
  return `${secretPrefix}${secret}${checksumOf(secret)}`;
}

/** Whether a text is meant as a key. It can be wrong. No access token begins so. */
export const isApiKey = (text: string): boolean => text.startsWith(secretPrefix);

/** Whether the form and the checksum are right, which costs no query. */
export function isWellFormed(text: string): boolean {
  if (!form.test(text)) return false;
  const end = secretPrefix.length + secretLength;
  return checksumOf(text.slice(secretPrefix.length, end)) === text.slice(end);
}

/** Returns the SHA-256 hash of the key, which is stored instead. Enough for 256 unpredictable bits (ASVS 5.0, 6.5.2). */
export const hashApiKey = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash('sha256').update(key).digest());

/** By which its owner tells the key from others. */
export const lastCharactersOf = (key: string): string => key.slice(-4);
