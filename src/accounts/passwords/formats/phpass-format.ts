import { isSameText } from '../../../platform/runtime/same-text';
import { cryptDigits, randomCryptText } from './bcrypt-base64';
import { defects, type HashFormat } from './hash-format';
import { formsInPhp } from './wordpress-format';

const stored = /^\$[PH]\$([./0-9A-Za-z])([./0-9A-Za-z]{8})[./0-9A-Za-z]{22}$/;

/** The binary logarithm of the rounds of MD5. phpass writes 11 to 13. 17 takes 160 ms. */
const leastLog = 7;
const mostLog = 17;

/** The portable hashes of phpass: WordPress before 6.8, phpBB (`$H$`) and Drupal 6. */
export const phpassFormat: HashFormat = {
  name: 'phpass',
  ids: ['P', 'H'],
  read(storedHash) {
    const [, logDigit = ' ', salt = ''] = stored.exec(storedHash) ?? [];
    const log = cryptDigits.indexOf(logDigit);
    if (log < leastLog) return defects.malformed;
    if (log > mostLog) return defects.tooExpensive;
    return {
      async verify(password, { crypt }) {
        for (const form of formsInPhp(password)) {
          const tag = await crypt.compute({ kind: 'phpass', password: form, salt, rounds: 2 ** log });
          if (isSameText(tag, storedHash.slice(-tag.length))) return true;
        }
        return false;
      },
    };
  },
  decoyOf: (scheme) => scheme + randomCryptText(30),
};
