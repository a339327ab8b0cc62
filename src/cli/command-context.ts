import type { Config } from '../compose/config';
import type { openCommandStores } from '../compose/stores';
import type { Terminal } from './terminal';

/** What a command gets from the process that runs it. */
export interface CommandContext {
  /** Reads the settings. @throws ConfigError */
  readonly config: () => Config;
  readonly openStores: typeof openCommandStores;
  readonly terminal: Terminal;
  /** The exit code of a command that ends without an error. */
  exitCode: number;
}
