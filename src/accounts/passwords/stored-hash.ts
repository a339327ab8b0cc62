import { parseArgon2 } from './formats/argon2-format';
import { defects, longestStoredHash } from './formats/hash-format';
import { formatOf } from './formats/hash-formats';
import type { HashParameters } from './hash-parameters';

/**
 * Returns why a stored hash cannot be compared with a password, or null if it can. The parameters are limited before
 * anything is computed with them. For example, `m=4194304` of argon2 would take 4 GiB of memory.
 */
export function defectOf(storedHash: string): string | null {
  if (storedHash.length > longestStoredHash) return defects.malformed;
  const format = formatOf(storedHash);
  return format ? format.defectOf(storedHash) : defects.unknownFormat;
}

/** Whether a stored hash is not argon2id of version 19 with these parameters. */
export function hasOtherParameters(storedHash: string, { memoryCost, timeCost, parallelism }: HashParameters): boolean {
  const found = parseArgon2(storedHash);
  return !(
    found?.algorithm === 'argon2id' &&
    found.version === '19' &&
    found.memoryCost === memoryCost &&
    found.timeCost === timeCost &&
    found.parallelism === parallelism
  );
}
