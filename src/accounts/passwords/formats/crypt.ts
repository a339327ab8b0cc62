import { hash } from 'node:crypto';
import { cryptDigits } from './bcrypt-base64';
import type { CryptTask } from './crypt-workers';

/** Bytes. libxcrypt accepts no longer password either. The time of a hash grows with the password. */
const longestCryptPassword = 512;

/** Computes the hash as it is stored, without its salt. Blocks the thread, up to half a second. */
export function computeCrypt({ kind, password, salt, rounds }: CryptTask): string {
  const bytes = Buffer.from(password);
  // The hash of a part takes the same time as that of the longest password, and matches no stored hash.
  const isTooLong = bytes.length > longestCryptPassword;
  const key = bytes.subarray(0, longestCryptPassword);
  const text = kind === 'phpass' ? phpass(key, salt, rounds) : shaCrypt(kind, key, salt, rounds);
  return isTooLong ? '' : text;
}

const digestOf = (name: string, ...parts: Uint8Array[]): Buffer => hash(name, Buffer.concat(parts), 'buffer');

/** The portable hash of phpass 0.3 (Openwall): rounds of MD5 over the last hash and the password. */
function phpass(password: Buffer, salt: string, rounds: number): string {
  const first = digestOf('md5', Buffer.from(salt), password);
  const block = Buffer.concat([first, password]);
  for (let i = 0; i < rounds; i += 1) hash('md5', block, 'buffer').copy(block);
  return phpassText(block.subarray(0, first.length));
}

function phpassText(bytes: Buffer): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) text += cryptText(bytes.subarray(i, i + 3));
  return text;
}

/** Six bits make a digit, the lowest bits first. */
function cryptText(bytes: Uint8Array): string {
  let value = 0;
  bytes.forEach((byte, i) => {
    value |= byte << (8 * i);
  });
  let text = '';
  for (let i = 0; i <= bytes.length; i += 1) text += cryptDigits[(value >> (6 * i)) & 0x3f];
  return text;
}

/** SHA-crypt (Drepper, "Unix crypt using SHA-256 and SHA-512", version 0.6). */
function shaCrypt(kind: 'sha256-crypt' | 'sha512-crypt', password: Buffer, saltText: string, rounds: number): string {
  const name = kind === 'sha256-crypt' ? 'sha256' : 'sha512';
  const salt = Buffer.from(saltText);
  const b = digestOf(name, password, salt, password);
  const start = [password, salt, repeated(b, password.length)];
  for (let bits = password.length; bits > 0; bits >>= 1) start.push(bits & 1 ? b : password);
  let last = digestOf(name, ...start);
  const p = repeated(digestOf(name, ...Array.from({ length: password.length }, () => password)), password.length);
  const saltCount = 16 + (last[0] ?? 0);
  const s = repeated(digestOf(name, ...Array.from({ length: saltCount }, () => salt)), salt.length);
  const blocks = Array.from({ length: 42 }, (_, round) => shaCryptBlock(round, p, s, last.length));
  for (let i = 0; i < rounds; i += 1) {
    const block = blocks[i % blocks.length] as ShaCryptBlock;
    last.copy(block.bytes, block.at);
    last = hash(name, block.bytes, 'buffer');
  }
  return shaCryptText(last);
}

interface ShaCryptBlock {
  bytes: Buffer;
  /** Where the hash of the round before is. */
  at: number;
}

/** Returns what a round hashes. After 2 × 3 × 7 rounds, the order starts again. */
function shaCryptBlock(round: number, p: Buffer, s: Buffer, digestLength: number): ShaCryptBlock {
  const isOdd = round % 2 === 1;
  const between = [round % 3 ? s : Buffer.alloc(0), round % 7 ? p : Buffer.alloc(0)];
  const hole = Buffer.alloc(digestLength);
  const bytes = Buffer.concat(isOdd ? [p, ...between, hole] : [hole, ...between, p]);
  return { bytes, at: isOdd ? bytes.length - digestLength : 0 };
}

/** Returns as many bytes, which repeat. */
const repeated = (bytes: Buffer, length: number): Buffer => Buffer.alloc(length, bytes);

/** Three bytes that are a third of the hash apart make four digits. Their order rotates. The rest follows. */
function shaCryptText(bytes: Buffer): string {
  const third = Math.floor(bytes.length / 3);
  // SHA-256 rotates to the other side than SHA-512.
  const step = bytes.length === 32 ? 2 : 1;
  let text = '';
  for (let i = 0; i < third; i += 1) {
    const order = [0, 1, 2].map((n) => bytes[i + third * ((n + step * i) % 3)] ?? 0);
    text += cryptText(Uint8Array.from(order.reverse()));
  }
  return text + cryptText(bytes.subarray(3 * third));
}
