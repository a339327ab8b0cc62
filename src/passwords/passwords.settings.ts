import { availableParallelism } from 'node:os';
import { integer, oneOf, setting } from '../config/setting';

const hashEngines = ['auto', 'argon2', 'node-rs'] as const;
export type HashEngineChoice = (typeof hashEngines)[number];

export const passwordsSettings = {
  hashEngine: setting(
    'HASH_ENGINE',
    oneOf(hashEngines).default('auto'),
    'which library hashes passwords: `node-rs` is the faster one, `argon2` can be compiled where neither has a binary; `auto` is `node-rs` where it can be loaded',
  ),
  hashConcurrency: setting(
    'HASH_CONCURRENCY',
    integer(1, 512).default(availableParallelism()),
    'how many passwords are hashed at the same time; each takes 19 MiB and a core',
    { defaultText: 'number of cores' },
  ),
  hashQueueWaitMs: setting(
    'HASH_QUEUE_WAIT',
    integer(0, 60_000).default(1500),
    'how many ms a login or registration may wait for hashing; a request that would wait longer gets 503',
  ),
  hashQueueLength: setting(
    'HASH_QUEUE_LENGTH',
    integer(0, 1_000_000).default(1000),
    'how many logins and registrations may wait for hashing',
  ),
};
