import { availableParallelism } from 'node:os';
import { enlargeThreadPool, readEnvironment } from './environment';

// Each hash takes a thread of libuv's pool; the rest is for DNS and files, which share it. A module, to be imported
// before all others: libuv reads the size once, when something first uses the pool. config.ts checks the setting.
const hashes = Number(readEnvironment().HASH_CONCURRENCY) || availableParallelism();
enlargeThreadPool(hashes + 4);
