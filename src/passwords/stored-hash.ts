import { hashParameters } from '../argon2/hash-parameters';

/** A PHC string of argon2: algorithm, version, parameters, salt and hash. Other texts are not passed to the library. */
const phc =
  /^\$argon2(?:id|i|d)(?:\$v=(?:16|19))?\$([mtp]=\d{1,8},[mtp]=\d{1,8},[mtp]=\d{1,8})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;
const longestHash = 512;

/** KiB, parallelism, and the work of a stored hash as a multiple of the work of a new hash. */
const most = { memoryCost: 256 * 1024, parallelism: 16, work: 64 } as const;

/**
 * Why a stored hash cannot be compared with a password; null if it can. The parameters are limited before anything is
 * computed with them: `m=4194304` would take 4 GiB of memory.
 */
export function defectOf(storedHash: string): string | null {
  const [, parameters = '', ...base64] = (storedHash.length <= longestHash && phc.exec(storedHash)) || [];
  if (base64.some((part) => part.length % 4 === 1)) return 'its base64 is cut off';
  const {
    m = 0,
    t = 0,
    p = 0,
  } = Object.fromEntries(parameters.split(',').map((parameter) => [parameter[0], Number(parameter.slice(2))]));
  if (m * t * p === 0) return 'it is not an argon2 hash';
  if (m < 8 * p) return 'its memory is too small for its parallelism';
  const work = (m * t) / (hashParameters.memoryCost * hashParameters.timeCost);
  if (m > most.memoryCost || p > most.parallelism || work > most.work) return 'its parameters are too expensive';
  return null;
}
