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
  defectOf(storedHash) {
    const log = cryptDigits.indexOf(stored.exec(storedHash)?.[1] ?? ' ');
    if (log < leastLog) return defects.malformed;
    return log > mostLog ? defects.tooExpensive : null;
  },
  async verify(storedHash, password, { crypt }) {
    const [, log = '', salt = ''] = stored.exec(storedHash) ?? [];
    for (const form of formsInPhp(password)) {
      const tag = await crypt.compute({ kind: 'phpass', password: form, salt, rounds: 2 ** cryptDigits.indexOf(log) });
      if (isSameText(tag, storedHash.slice(-tag.length))) return true;
    }
    return false;
  },
  decoyOf: (scheme) => scheme + randomCryptText(30),
};
