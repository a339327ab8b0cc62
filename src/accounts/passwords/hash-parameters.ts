/** The parameters of new hashes: the OWASP minimum for argon2id (ASVS 5.0, 11.4.2), with 19 MiB of memory. */
export const hashParameters: HashParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface HashParameters {
  /** The memory in KiB. */
  memoryCost: number;
  /** The number of passes over the memory. */
  timeCost: number;
  /** The degree of parallelism (RFC 9106, section 3.1). */
  parallelism: number;
}
