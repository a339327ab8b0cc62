import { randomBytes } from 'node:crypto';
import { type HashParameters, hashParameters } from '../hash-parameters';
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

export interface Argon2Hash extends HashParameters {
  algorithm: string;
  /** Old hashes of version 16 do not contain a version. */
  version: string;
  salt: string;
  tag: string;
}

/** argon2 (RFC 9106), of Gatehouse and of other services. */
export const argon2Format: HashFormat = {
  name: 'argon2',
  ids: ['argon2id', 'argon2i', 'argon2d'],
  defectOf(storedHash) {
    const found = parseArgon2(storedHash);
    if (!found) return defects.malformed;
    const { memoryCost: m, timeCost: t, parallelism: p } = found;
    // One of the libraries accepts such a text. The other library and the reference implementation do not.
    if (![found.salt, found.tag].every(parsePhcBase64)) return defects.truncated;
    if (m * t * p === 0) return defects.malformed;
    if (m < 8 * p) return 'its memory is too small for its parallelism';
    const work = (m * t) / (hashParameters.memoryCost * hashParameters.timeCost);
    if (m * 1024 > mostMemoryBytes || p > most.parallelism || work > most.work) return defects.tooExpensive;
    return null;
  },
  verify: (storedHash, password, { argon2 }) => argon2.verify(storedHash, password),
  decoyOf: (scheme) => `${scheme}$${toPhcBase64(randomBytes(16))}$${toPhcBase64(randomBytes(32))}`,
};

/** Returns null if the text is not an argon2 hash. A missing parameter is 0. */
export function parseArgon2(storedHash: string): Argon2Hash | null {
  const found = storedHash.length <= longestHash && phc.exec(storedHash);
  if (!found) return null;
  const [, algorithm = '', version = '16', parameters = '', salt = '', tag = ''] = found;
  const {
    m = 0,
    t = 0,
    p = 0,
  } = Object.fromEntries(parameters.split(',').map((parameter) => [parameter[0], Number(parameter.slice(2))]));
  return { algorithm, version, memoryCost: m, timeCost: t, parallelism: p, salt, tag };
}
