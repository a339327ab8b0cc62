import { clearUnusedBits, randomCryptText } from './bcrypt-base64';
import { type Defect, defects, type HashFormat, type ReadHash } from './hash-format';

/** Cost 13 takes 360 ms. Each further step takes twice the time. */
const mostCost = 13;
const leastCost = 4;

const stored = /^\$2[aby]\$(\d\d)\$([./A-Za-z0-9]{53})$/;

/** bcrypt uses the first 72 bytes of a password, as the service did that made the hash. The rehash after a login uses all. */
export const bcryptFormat: HashFormat = {
  name: 'bcrypt',
  ids: ['2a', '2b', '2y'],
  read(storedHash) {
    const [, cost, saltAndTag = ''] = stored.exec(storedHash) ?? [];
    if (cost === undefined || Number(cost) < leastCost) return defects.malformed;
    if (Number(cost) > mostCost) return defects.tooExpensive;
    // The library does not accept such a text. `parseImportedPassword` corrects it.
    if (clearUnusedBits(saltAndTag) !== saltAndTag) return defects.truncated;
    return { verify: (password) => loadBcrypt().verify(password, storedHash) };
  },
  decoyOf: (scheme) => `${scheme}$${clearUnusedBits(randomCryptText(53))}`,
};

/**
 * A hash that is bcrypt of another text than the password. A byte of value 0 counts as any other byte: it does not end the text.
 * @param texts what the service can have hashed for a password
 */
export function readBcryptOf(storedHash: string, texts: (password: string) => readonly string[]): ReadHash | Defect {
  const bcrypt = bcryptFormat.read(storedHash);
  if (typeof bcrypt === 'string') return bcrypt;
  return {
    async verify(password, tools) {
      for (const text of texts(password)) if (await bcrypt.verify(text, tools)) return true;
      return false;
    },
  };
}

/** Loaded for the first bcrypt hash, because most installations have none. */
const loadBcrypt = () => require('@node-rs/bcrypt') as typeof import('@node-rs/bcrypt');
