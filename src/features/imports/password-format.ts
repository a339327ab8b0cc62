import { formatOf } from '../../accounts/passwords/formats/hash-formats';
import type { ImportedPassword } from '../../accounts/passwords/imported-password';

/** Counts accounts without a password. */
export const noPassword = 'none';
/** Counts accounts whose password only the old service knows. */
export const legacyFormat = 'legacy';

/** Returns the name of the format, for the counts of an import. */
export function passwordFormatOf(password: ImportedPassword): string {
  if (password.kind === 'firebase') return 'firebase-scrypt';
  if (password.kind === 'digest') {
    const { digest, addition } = password.recipe;
    return addition?.kind === 'key' ? `hmac-${digest}` : digest;
  }
  const { storedHash } = password;
  return formatOf(storedHash)?.name ?? legacyFormat;
}
