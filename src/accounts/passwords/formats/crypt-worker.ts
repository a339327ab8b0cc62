import { parentPort } from 'node:worker_threads';
import { computeCrypt } from './crypt';
import type { CryptTask } from './crypt-workers';

/** Runs in a thread of `CryptWorkers`: answers each task with its hash. */
parentPort?.on('message', (task: CryptTask) => parentPort?.postMessage(computeCrypt(task)));
