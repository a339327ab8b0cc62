const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** A prefix, 256 bits in base62, and the CRC-32 of these 43 characters in base62. No document says one: it is the form of Gatehouse. */
const form = /^gate_([\dA-Za-z]{43})([\dA-Za-z]{6})$/;

/** Whether a text is meant as an API key. It can be wrong. No access token begins so. */
export const isApiKey = (text: string): boolean => text.startsWith('gate_');

/** Whether the form and the checksum are right, which costs no request. */
export function isWellFormed(text: string): boolean {
  const [, secret, checksum] = form.exec(text) ?? [];
  return secret !== undefined && checksumOf(secret) === checksum;
}

function checksumOf(secret: string): string {
  let text = '';
  for (let rest = crc32(secret); text.length < 6; rest = Math.floor(rest / 62)) text = digits.charAt(rest % 62) + text;
  return text;
}

/** RFC 1952, section 8. Without a table: a key is short. */
function crc32(ascii: string): number {
  let crc = -1;
  for (let i = 0; i < 8 * ascii.length; i += 1) {
    if (i % 8 === 0) crc ^= ascii.charCodeAt(i / 8);
    crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~crc >>> 0;
}
