import { BreachedPasswords, breachListAnswersWithinMs } from '../accounts/passwords/breached-passwords';
import { CommonPasswords } from '../accounts/passwords/common-passwords';
import { PasswordPolicy } from '../accounts/passwords/password-policy';
import { RangeApi } from '../accounts/passwords/range-api';
import { RangeFiles } from '../accounts/passwords/range-files';
import type { Log } from '../platform/observability/log';
import { systemClock } from '../platform/runtime/clock';
import type { Config } from './config';

/**
 * Creates the rules for new passwords, and opens the list of stolen passwords, if there is one.
 * @param mostSearches how many passwords may be looked up in `BREACHED_PASSWORDS` at the same time
 * @throws ConfigError if the folder cannot be used
 */
export function openPasswordPolicy(
  config: Pick<Config, 'commonPasswords' | 'passwordWords' | 'productName' | 'breachedPasswords'>,
  mostSearches: number,
  log: Log,
  answersWithinMs = breachListAnswersWithinMs,
) {
  const source = config.breachedPasswords;
  const list = source && (source.kind === 'api' ? new RangeApi(source.url) : RangeFiles.open(source.folder));
  const breached = list && new BreachedPasswords(list, mostSearches, systemClock, log, answersWithinMs);
  const common = config.commonPasswords === 'off' ? null : new CommonPasswords();
  return {
    policy: new PasswordPolicy(
      common,
      [config.productName, ...config.passwordWords],
      breached,
      config.commonPasswords === 'on',
    ),
    /** Null if the setting `BREACHED_PASSWORDS` is off. */
    breached,
    close: async () => breached?.close(),
  };
}
