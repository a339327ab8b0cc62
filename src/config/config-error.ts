/**
 * Some settings cannot be used. `problems` has one line for each problem, and never contains the value of a variable.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}
