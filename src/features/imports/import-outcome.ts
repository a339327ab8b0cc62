import type { FieldProblem } from '../../platform/errors/app-error';
import type { ImportPlace } from './import-record';

/** What became of the lines of a file. */
export interface ImportCounts {
  /** Lines that are not empty. */
  lines: number;
  /** New accounts. In a dry run: accounts that would be new. */
  imported: number;
  /** Lines whose account exists with the same id and address. Nothing is changed. */
  alreadyThere: number;
  /** Lines whose address has another account, or whose id has another address. Nothing is changed. */
  conflicts: number;
  /** Lines that break a rule. */
  rejected: number;
  /** How many new accounts have a password of each format. `none` counts accounts without a password. */
  passwords: Record<string, number>;
  /** How many passwords of new accounts were fast hashes, which are hashed again. */
  fastHashes: number;
  /** Identities of new accounts. */
  identities: number;
  /** How many times of new accounts could not be read, by field. */
  leftOutTimes: Record<string, number>;
  /** How many identities a preset has left out, by what the other service calls the provider. */
  leftOutIdentities: Record<string, number>;
}

export const noCounts = (): ImportCounts => ({
  lines: 0,
  imported: 0,
  alreadyThere: 0,
  conflicts: 0,
  rejected: 0,
  passwords: {},
  fastHashes: 0,
  identities: 0,
  leftOutTimes: {},
  leftOutIdentities: {},
});

/**
 * How an import ended. `complete`: with the last line. `stopped`: by a signal. `conflict`: at the first conflict, with
 * `--on-conflict fail`. `failed`: by an error.
 */
export type ImportEnd = 'complete' | 'stopped' | 'conflict' | 'failed';

/** A line that became no account. It contains no value of the line. */
export interface LeftOutLine extends ImportPlace {
  outcome: 'rejected' | 'conflict';
  errors: readonly FieldProblem[];
}
