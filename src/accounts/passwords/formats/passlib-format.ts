import { createHash, createHmac } from 'node:crypto';
import { randomCryptText } from './bcrypt-base64';
import { readBcryptOf } from './bcrypt-format';
import { defects, type HashFormat } from './hash-format';

const stored =
  /^\$bcrypt-sha256\$(?:v=2,t=(?<type>2[aby]),r=(?<cost>[1-9]\d?)|(?<oldType>2[aby]),(?<oldCost>[1-9]\d?))\$(?<salt>[./A-Za-z0-9]{22})\$(?<tag>[./A-Za-z0-9]{31})$/;

/**
 * bcrypt_sha256 of passlib: bcrypt of an HMAC-SHA-256 in base64 whose key is the text of the salt, and in version 1 of a SHA-256.
 * @see https://passlib.readthedocs.io/en/stable/lib/passlib.hash.bcrypt_sha256.html
 */
export const passlibFormat: HashFormat = {
  name: 'bcrypt-sha256',
  ids: ['bcrypt-sha256'],
  read(storedHash) {
    const { type, cost, oldType, oldCost, salt = '', tag = '' } = stored.exec(storedHash)?.groups ?? {};
    const [usedType, usedCost] = type === undefined ? [oldType, oldCost] : [type, cost];
    if (usedType === undefined || usedCost === undefined) return defects.malformed;
    return readBcryptOf(`$${usedType}$${usedCost.padStart(2, '0')}$${salt}${tag}`, (password) => {
      const digest = type === undefined ? createHash('sha256') : createHmac('sha256', salt);
      return [digest.update(password).digest('base64')];
    });
  },
  // The last digit of each has bits that must be 0.
  decoyOf: (scheme) => `${scheme}$${randomCryptText(21)}.$${randomCryptText(30)}.`,
};
