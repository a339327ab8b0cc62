import { availableParallelism } from 'node:os';
import { ConfigError } from '../config/config-error';
import { enlargeThreadPool, readEnvironment } from '../config/environment';

// Each hash uses a thread of libuv's pool; DNS and files share the other threads. This module must be imported before
// all others: libuv reads the size once, when the pool is first used. passwords.settings.ts checks the setting.
const hashes = Number(environment().HASH_CONCURRENCY) || availableParallelism();
enlargeThreadPool(hashes + 4);

/** Errors are ignored here: the start reports them later. */
function environment(): ReturnType<typeof readEnvironment> {
  try {
    return readEnvironment();
  } catch (error) {
    if (error instanceof ConfigError) return {};
    throw error;
  }
}
