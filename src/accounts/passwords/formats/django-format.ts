import { createHash } from 'node:crypto';
import { bcryptFormat, verifyBcrypt } from './bcrypt-format';
import { defects, type HashFormat } from './hash-format';

const prefix = '$django-bcrypt-sha256';

/** Django's BCryptSHA256PasswordHasher: bcrypt of the SHA-256 in hex. Django writes `bcrypt_sha256$$2b$…`. */
export const djangoFormat: HashFormat = {
  name: 'django-bcrypt-sha256',
  ids: ['django-bcrypt-sha256'],
  defectOf: (storedHash) =>
    storedHash.startsWith(`${prefix}$2`) ? bcryptFormat.defectOf(bcryptOf(storedHash)) : defects.malformed,
  verify: (storedHash, password) =>
    verifyBcrypt(bcryptOf(storedHash), createHash('sha256').update(password).digest('hex')),
  decoyOf: (scheme) => prefix + bcryptFormat.decoyOf(bcryptOf(scheme)),
};

const bcryptOf = (text: string): string => text.slice(prefix.length);
