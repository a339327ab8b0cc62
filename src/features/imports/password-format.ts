import type { ImportedPassword } from '../passwords/imported-password';
import { legacyPassword } from '../users/legacy-password';

/** Counts accounts without a password. */
export const noPassword = 'none';
/** Counts accounts whose password only the old service knows. */
export const legacyFormat = 'legacy';

/** The formats that have several ids. The id is the text between the first two `$` of a stored hash. */
const families: readonly [RegExp, string][] = [
  [/^argon2/, 'argon2'],
  [/^2[aby]$/, 'bcrypt'],
  [/^[PH]$/, 'phpass'],
  [/^[56]$/, 'sha-crypt'],
  [/^wp$/, 'wordpress-bcrypt'],
  [/^pbkdf2/, 'pbkdf2'],
];

/** Returns the name of the format, for the counts of an import. */
export function passwordFormatOf(password: ImportedPassword): string {
  if (password.kind === 'firebase') return 'firebase-scrypt';
  if (password.kind === 'digest') {
    const { digest, addition } = password.recipe;
    return addition?.kind === 'key' ? `hmac-${digest}` : digest;
  }
  const { storedHash } = password;
  if (storedHash === legacyPassword) return legacyFormat;
  const id = storedHash.split('$', 2)[1] ?? '';
  return families.find(([pattern]) => pattern.test(id))?.[1] ?? id;
}
