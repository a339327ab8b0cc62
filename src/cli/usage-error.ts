/** The command line is wrong, not what it is about: nothing was looked at or changed. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
