import { availableParallelism } from 'node:os';
import { ConfigError } from './config';
import { enlargeThreadPool, readEnvironment } from './environment';

// Each hash takes a thread of libuv's pool; the rest is for DNS and files, which share it. A module, to be imported
// before all others: libuv reads the size once, when something first uses the pool. config.ts checks the setting.
const hashes = Number(environment().HASH_CONCURRENCY) || availableParallelism();
enlargeThreadPool(hashes + 4);

/** The start that follows says what is wrong with it. */
function environment(): ReturnType<typeof readEnvironment> {
  try {
    return readEnvironment();
  } catch (error) {
    if (error instanceof ConfigError) return {};
    throw error;
  }
}
