import { type HashParameters, hashParameters } from './hash-parameters';

/**
 * A PHC string of argon2: algorithm, version, parameters, salt and hash. Other texts are rejected here, because each
 * library accepts different texts, for example numbers that begin with 0.
 */
const phc =
  /^\$(argon2(?:id|i|d))(?:\$v=(16|19))?\$([mtp]=[1-9]\d{0,7},[mtp]=[1-9]\d{0,7},[mtp]=[1-9]\d{0,7})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;
const longestHash = 512;

/** The maximum memory in KiB, the maximum parallelism, and the maximum work as a multiple of the work of a new hash. */
const most = { memoryCost: 256 * 1024, parallelism: 16, work: 64 } as const;

interface StoredHash extends HashParameters {
  algorithm: string;
  /** Old hashes of version 16 do not contain a version. */
  version: string;
  salt: string;
  tag: string;
}

/** Returns null if the text is not an argon2 hash. A missing parameter is 0. */
function parse(storedHash: string): StoredHash | null {
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

/**
 * Returns why a stored hash cannot be compared with a password, or null if it can. The parameters are limited before
 * anything is computed with them. For example, `m=4194304` would take 4 GiB of memory.
 */
export function defectOf(storedHash: string): string | null {
  const found = parse(storedHash);
  if (!found) return 'it is not an argon2 hash';
  const { memoryCost: m, timeCost: t, parallelism: p } = found;
  // One of the libraries accepts such a text. The other library and the reference implementation do not.
  if (![found.salt, found.tag].every(isBase64)) return 'its base64 is cut off';
  if (m * t * p === 0) return 'it is not an argon2 hash';
  if (m < 8 * p) return 'its memory is too small for its parallelism';
  const work = (m * t) / (hashParameters.memoryCost * hashParameters.timeCost);
  if (m > most.memoryCost || p > most.parallelism || work > most.work) return 'its parameters are too expensive';
  return null;
}

/** Whether the unused bits of the last character are 0. `text` must only have characters of base64. */
const isBase64 = (text: string): boolean => Buffer.from(text, 'base64').toString('base64').replace(/=+$/, '') === text;

/** Whether a stored hash is not argon2id of version 19 with these parameters. */
export function hasOtherParameters(storedHash: string, { memoryCost, timeCost, parallelism }: HashParameters): boolean {
  const found = parse(storedHash);
  return !(
    found?.algorithm === 'argon2id' &&
    found.version === '19' &&
    found.memoryCost === memoryCost &&
    found.timeCost === timeCost &&
    found.parallelism === parallelism
  );
}
