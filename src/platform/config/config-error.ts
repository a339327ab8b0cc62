/** Some settings cannot be used. `problems` has a line for each problem, and never the value of a variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}
