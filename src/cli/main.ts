#!/usr/bin/env node
import '../platform/runtime/thread-pool';
import { readConfig } from '../compose/config';
import { readEnvironment } from '../platform/config/environment';
import { exitCodes } from './exit-codes';
import { run } from './run';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe, for example `head`, may close it early. This is not a failure.
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  process.stderr.write(`error: standard output cannot be written (${error.code})\n`);
  process.exit(exitCodes.failed);
});
run(process.argv.slice(2), { config: () => readConfig(readEnvironment()), streams: process }).then(
  // Exit explicitly, because a query that timed out can keep the process alive. A pipe takes 64 kB at once, and the rest only
  // when its reader has read.
  (code) => process.stdout.write('', () => process.exit(code)),
);
