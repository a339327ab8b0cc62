import { createHmac } from 'node:crypto';
import type { Derive } from '../encryption/derivation-key';
import type { OneTimeToken } from './one-time-token';

/** The part of a token that its link and its code depend on. */
export type DerivedFrom = Pick<OneTimeToken, 'id' | 'purpose' | 'address'>;

/** Derives the secret texts of tokens. They are not stored, so neither the database nor the secret alone gives them. */
export interface OneTimeTokenTexts {
  /** Returns the text in the link: the id and an HMAC, together 48 bytes in base64url. */
  tokenOf(token: DerivedFrom): string;
  /** Returns the text for the client that asked for the mail, which the mail does not contain: of the same form. */
  requestOf(token: DerivedFrom): string;
  /** Returns a secret of the token for one use that `label` names: 43 characters of base64url. */
  secretOf(label: string, token: DerivedFrom): string;
  /** Returns the code in the mail: six digits. */
  codeOf(token: DerivedFrom): string;
}

const idBytes = 16;
const format = /^[A-Za-z0-9_-]{64}$/;
const codes = 1_000_000n;

export function createOneTimeTokenTexts(derive: Derive): OneTimeTokenTexts {
  const hmacOf = (key: string, { id, purpose, address }: DerivedFrom) =>
    createHmac('sha256', derive(key))
      .update(`${purpose} ${id} ${address ?? ''}`)
      .digest();
  const textOf = (key: string, token: DerivedFrom) =>
    Buffer.concat([bytesOf(token.id), hmacOf(key, token)]).toString('base64url');
  return {
    tokenOf: (token) => textOf('one-time tokens', token),
    requestOf: (token) => textOf('one-time requests', token),
    secretOf: (label, token) => hmacOf(`one-time secrets: ${label}`, token).toString('base64url'),
    codeOf(token) {
      // Of 256 bits, the remainder is uniform except for a difference that cannot be measured.
      const number = BigInt(`0x${hmacOf('one-time codes', token).toString('hex')}`) % codes;
      return String(number).padStart(6, '0');
    },
  };
}

/** Returns the id in the text of a link, or null if the text has another form. */
export function idOf(token: string): string | null {
  if (!format.test(token)) return null;
  const hex = Buffer.from(token, 'base64url').toString('hex', 0, idBytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');
