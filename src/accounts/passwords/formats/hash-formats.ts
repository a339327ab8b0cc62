import { argon2Format } from './argon2-format';
import { bcryptFormat } from './bcrypt-format';
import { djangoFormat } from './django-format';
import { firebaseFormat } from './firebase-format';
import type { HashFormat } from './hash-format';
import { passlibFormat } from './passlib-format';
import { pbkdf2Format } from './pbkdf2-format';
import { phpassFormat } from './phpass-format';
import { scryptFormat } from './scrypt-format';
import { shaCryptFormat } from './sha-crypt-format';
import { wordpressFormat } from './wordpress-format';
import { wrappedFormat } from './wrapped-format';

const formats: readonly HashFormat[] = [
  argon2Format,
  bcryptFormat,
  scryptFormat,
  pbkdf2Format,
  firebaseFormat,
  phpassFormat,
  shaCryptFormat,
  wordpressFormat,
  djangoFormat,
  passlibFormat,
  wrappedFormat,
];

const byId: ReadonlyMap<string, HashFormat> = new Map(
  formats.flatMap((format) => format.ids.map((id) => [id, format] as const)),
);

/** Returns the format of a stored hash or of a scheme, or null if no format has its prefix. */
export function formatOf(storedHash: string): HashFormat | null {
  const end = storedHash.indexOf('$', 1);
  return byId.get(storedHash.slice(1, end === -1 ? undefined : end)) ?? null;
}
