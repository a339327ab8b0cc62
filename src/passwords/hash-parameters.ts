/** argon2id at the OWASP minimum (ASVS 5.0, 11.4.2): 19 MiB, two passes, parallelism 1. */
export const hashParameters: HashParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface HashParameters {
  /** KiB. */
  memoryCost: number;
  /** Passes. */
  timeCost: number;
  /** Argon2's parallelism. */
  parallelism: number;
}
