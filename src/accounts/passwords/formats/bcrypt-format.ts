import { clearUnusedBits, randomCryptText } from './bcrypt-base64';
import { defects, type HashFormat } from './hash-format';

/** Cost 13 takes 360 ms. Each further step takes twice the time. */
const mostCost = 13;
const leastCost = 4;

const stored = /^\$2[aby]\$(\d\d)\$([./A-Za-z0-9]{53})$/;

/** bcrypt uses the first 72 bytes of a password, as the service did that made the hash. The rehash after a login uses all. */
export const bcryptFormat: HashFormat = {
  name: 'bcrypt',
  ids: ['2a', '2b', '2y'],
  defectOf(storedHash) {
    const [, cost, saltAndTag = ''] = stored.exec(storedHash) ?? [];
    if (cost === undefined || Number(cost) < leastCost) return defects.malformed;
    if (Number(cost) > mostCost) return defects.tooExpensive;
    // The library does not accept such a text. `parseImportedPassword` corrects it.
    return clearUnusedBits(saltAndTag) === saltAndTag ? null : defects.truncated;
  },
  verify: (storedHash, password) => verifyBcrypt(storedHash, password),
  decoyOf: (scheme) => `${scheme}$${clearUnusedBits(randomCryptText(53))}`,
};

/** @param password bytes of value 0 count as any other byte: they do not end the password */
export async function verifyBcrypt(storedHash: string, password: string): Promise<boolean> {
  return loadBcrypt().verify(password, storedHash);
}

/** Loaded for the first bcrypt hash, because most installations have none. */
const loadBcrypt = () => require('@node-rs/bcrypt') as typeof import('@node-rs/bcrypt');
