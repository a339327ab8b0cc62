import { createHash } from 'node:crypto';
import { bcryptFormat, readBcryptOf } from './bcrypt-format';
import { defects, type HashFormat } from './hash-format';

const prefix = '$django-bcrypt-sha256';

/** Django's BCryptSHA256PasswordHasher: bcrypt of the SHA-256 in hex. Django writes `bcrypt_sha256$$2b$…`. */
export const djangoFormat: HashFormat = {
  name: 'django-bcrypt-sha256',
  ids: ['django-bcrypt-sha256'],
  read: (storedHash) =>
    storedHash.startsWith(`${prefix}$2`)
      ? readBcryptOf(bcryptOf(storedHash), (password) => [createHash('sha256').update(password).digest('hex')])
      : defects.malformed,
  decoyOf: (scheme) => prefix + bcryptFormat.decoyOf(bcryptOf(scheme)),
};

const bcryptOf = (text: string): string => text.slice(prefix.length);
