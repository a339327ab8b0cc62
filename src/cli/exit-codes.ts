/** The exit codes of every command. */
export const exitCodes = { done: 0, failed: 1, usage: 2, incomplete: 3 } as const;

/** The meaning of each exit code, for the help and docs/reference/command-line.md. */
export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done',
  failed: 'the command failed',
  usage: 'the command line or a setting is wrong, and nothing was changed',
  incomplete: 'done, but lines of the file were left out',
};
