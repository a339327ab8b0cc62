import { randomBytes } from 'node:crypto';
import { hashParameters } from '../hash-parameters';
import { parsePhcBase64, toPhcBase64 } from './base64';
import { defects, type HashFormat, mostMemoryBytes } from './hash-format';

/**
 * A PHC string of argon2: algorithm, version, parameters, salt and hash. Other texts are rejected here, because each
 * library accepts different texts, for example numbers that begin with 0.
 */
const phc =
  /^\$(argon2(?:id|i|d))(?:\$v=(16|19))?\$([mtp]=[1-9]\d{0,7},[mtp]=[1-9]\d{0,7},[mtp]=[1-9]\d{0,7})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;
const longestHash = 512;

/** The maximum parallelism, and the maximum work as a multiple of the work of a new hash: 350 ms. */
const most = { parallelism: 16, work: 24 } as const;

/** argon2 (RFC 9106), of Gatehouse and of other services. */
export const argon2Format: HashFormat = {
  name: 'argon2',
  ids: ['argon2id', 'argon2i', 'argon2d'],
  read(storedHash) {
    const found = storedHash.length <= longestHash && phc.exec(storedHash);
    if (!found) return defects.malformed;
    const [, algorithm = '', version = '16', parameters = '', salt = '', tag = ''] = found;
    const {
      m = 0,
      t = 0,
      p = 0,
    } = Object.fromEntries(parameters.split(',').map((parameter) => [parameter[0], Number(parameter.slice(2))]));
    // One of the libraries accepts such a text. The other library and the reference implementation do not.
    if (![salt, tag].every(parsePhcBase64)) return defects.truncated;
    if (m * t * p === 0) return defects.malformed;
    if (m < 8 * p) return defects.tooLittleMemory;
    const work = (m * t) / (hashParameters.memoryCost * hashParameters.timeCost);
    if (m * 1024 > mostMemoryBytes || p > most.parallelism || work > most.work) return defects.tooExpensive;
    return {
      verify: (password, { argon2 }) => argon2.verify(storedHash, password),
      argon2: { algorithm, version, memoryCost: m, timeCost: t, parallelism: p },
    };
  },
  decoyOf: (scheme) => `${scheme}$${toPhcBase64(randomBytes(16))}$${toPhcBase64(randomBytes(32))}`,
};
