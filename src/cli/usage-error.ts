/** The command line is wrong. Nothing was read or changed. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
