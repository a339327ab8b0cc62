import { type Defect, defects, longestStoredHash, type ReadHash } from './formats/hash-format';
import { formatOf } from './formats/hash-formats';

/** A stored hash that can be compared with a password. */
export interface StoredHash extends ReadHash {
  readonly text: string;
}

/** Reads what `users.password_hash` contains. Returns why it cannot be compared with a password, if it cannot. */
export function readStoredHash(text: string): StoredHash | Defect {
  if (text.length > longestStoredHash) return defects.malformed;
  const format = formatOf(text);
  if (!format) return defects.unknownFormat;
  const read = format.read(text);
  return typeof read === 'string' ? read : { ...read, text };
}
