/** The command line is wrong, and the command has changed nothing. The exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
