import { createHmac } from 'node:crypto';
import { bcryptFormat, readBcryptOf } from './bcrypt-format';
import { defects, type HashFormat } from './hash-format';

const prefix = '$wp';

/** The hash of WordPress 6.8 and later: bcrypt of an HMAC in base64, so that no byte of a long password is lost. */
export const wordpressFormat: HashFormat = {
  name: 'wordpress-bcrypt',
  ids: ['wp'],
  read: (storedHash) =>
    storedHash.startsWith('$wp$2')
      ? readBcryptOf(bcryptOf(storedHash), (password) => formsInPhp(password).map(digestOf))
      : defects.malformed,
  decoyOf: (scheme) => prefix + bcryptFormat.decoyOf(bcryptOf(scheme)),
};

/** WordPress trims a new password, and the password of a login. */
const digestOf = (password: string): string =>
  createHmac('sha384', 'wp-sha384').update(trimmed(password)).digest('base64');

const bcryptOf = (text: string): string => text.slice(prefix.length);

/**
 * The texts that PHP software can have hashed for a password. WordPress adds a backslash before each quotation mark and
 * backslash of what a form sends (`wp_magic_quotes`). A password that a command or a plugin has set has no such backslashes.
 */
export function formsInPhp(password: string): readonly string[] {
  const slashed = password.replaceAll(/['"\\]/g, '\\$&');
  return slashed === password ? [password] : [slashed, password];
}

/** The characters that PHP's trim removes. */
const blanks = ' \t\n\r\0\v';

function trimmed(password: string): string {
  let [start, end] = [0, password.length];
  while (start < end && blanks.includes(password.charAt(start))) start += 1;
  while (end > start && blanks.includes(password.charAt(end - 1))) end -= 1;
  return password.slice(start, end);
}
