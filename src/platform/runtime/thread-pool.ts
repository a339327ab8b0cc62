import { availableParallelism } from 'node:os';
import { ConfigError } from '../config/config-error';
import { enlargeThreadPool, readEnvironment } from '../config/environment';

// Each hash uses a thread of libuv's pool. DNS queries and file access share the other threads. This module must be
// imported before all others, because libuv reads the size when the pool is first used. The start checks
// HASH_CONCURRENCY later.
const hashes = Number(environment().HASH_CONCURRENCY) || availableParallelism();
enlargeThreadPool(hashes + 4);

/** Ignores errors of the settings, because the start reports them later. */
function environment(): ReturnType<typeof readEnvironment> {
  try {
    return readEnvironment();
  } catch (error) {
    if (error instanceof ConfigError) return {};
    throw error;
  }
}
