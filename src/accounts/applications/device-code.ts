import { createHmac, randomInt } from 'node:crypto';
import type { Derive } from '../../platform/encryption/derivation-key';
import { bytesOf, idOf } from '../../platform/one-time-tokens/one-time-token-text';
import { isSameText } from '../../platform/runtime/same-text';

/** RFC 8628, section 6.1: without vowels, so that no code is a word. Eight of them are 34 bits. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const half = 4;
const form = new RegExp(`^[${letters}]{${2 * half}}$`);

/** The code that the person types, in two halves. */
export function createUserCode(): string {
  const letter = () => letters[randomInt(letters.length)] ?? '';
  const part = () => Array.from({ length: half }, letter).join('');
  return `${part()}-${part()}`;
}

/** Derives the secrets of a sign-in on a device. Neither is stored, so neither the database nor the secret alone gives them. */
export class DeviceCodes {
  constructor(private readonly derive: Derive) {}

  /** Returns the code of the device (RFC 8628, section 3.2): the id and an HMAC, together 48 bytes in base64url. */
  deviceCodeOf(id: string): string {
    const hmac = createHmac('sha256', this.derive('device codes')).update(id).digest();
    return Buffer.concat([bytesOf(id), hmac]).toString('base64url');
  }

  /** Returns the id in a device code of ours. Null for every other text. */
  idOf(deviceCode: string): string | null {
    const id = idOf(deviceCode);
    return id !== null && isSameText(deviceCode, this.deviceCodeOf(id)) ? id : null;
  }

  /** Returns what is stored of a user code, whose case, dashes and spaces do not matter. Null for a text of another form. */
  keyOf(userCode: string): Uint8Array<ArrayBuffer> | null {
    const typed = userCode.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();
    if (!form.test(typed)) return null;
    return Uint8Array.from(createHmac('sha256', this.derive('device user codes')).update(typed).digest());
  }
}
