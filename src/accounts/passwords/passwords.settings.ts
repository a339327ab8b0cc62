import { availableParallelism } from 'node:os';
import { integer, oneOf, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('hashing');

const hashEngines = ['auto', 'argon2', 'node-rs'] as const;
export type HashEngineChoice = (typeof hashEngines)[number];

export const passwordsSettings = {
  hashEngine: setting(
    'HASH_ENGINE',
    oneOf(hashEngines).default('auto'),
    'The library that hashes passwords. `node-rs` is faster, `argon2` can be compiled where no binary exists. `auto` takes `node-rs` if it can be loaded.',
  ),
  hashConcurrency: setting(
    'HASH_CONCURRENCY',
    integer(1, 512).default(availableParallelism()),
    'How many passwords are hashed at the same time. Each hash uses one core and 19 MiB of memory.',
    { defaultText: 'number of cores' },
  ),
  hashQueueWaitMs: setting(
    'HASH_QUEUE_WAIT',
    integer(0, 60_000).default(1500),
    'How long a login or registration may wait for hashing, in milliseconds. Then it gets 503.',
  ),
  hashQueueLength: setting(
    'HASH_QUEUE_LENGTH',
    integer(0, 1_000_000).default(1000),
    'How many requests may wait for hashing. If the queue is full, one gets 503.',
  ),
};
