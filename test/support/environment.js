const { ChildProcess } = require('node:child_process');
const { once } = require('node:events');
const { Server, Socket } = require('node:net');
const { setFlagsFromString } = require('node:v8');
const { SharedGlobals } = require('./shared-globals');

/**
 * A worker runs for minutes, so the optimization of PGlite's hottest functions is worth its CPU time. With V8's default, a
 * fortieth of this, it optimizes thousands that save less than they cost. In bytes of code that have run, about.
 */
setFlagsFromString('--wasm-tiering-budget=80000000');
/** For JavaScript too: a test runs most code a few times. About four times V8's default, in bytes of code. */
setFlagsFromString('--interrupt-budget=300000');

/**
 * Jest ends a worker by removing this listener. Without an exit, PostgreSQL's timer for its next write of statistics keeps the
 * process for up to 10 s, so Jest would kill it after 500 ms and print that tests leak.
 */
process.on('removeListener', (event) => {
  if (event === 'message') process.exit();
});

/** How long a server may take to stop, in ms. It waits for mails that are being sent, which takes at most 45 s. */
const stopMs = 60_000;

/** Stops the servers and processes that a failed test has left. Otherwise Jest does not end, and the processes stay. */
module.exports = class extends SharedGlobals {
  // In teardown(), modules can no longer be loaded.
  async handleTestEvent({ name }, { unhandledErrors }) {
    if (name !== 'run_finish') return;
    for (const stop of this.global.running ?? []) {
      // Jest reports these errors in addition to the failed tests. A rejection of this function would hide which test failed.
      await stopped(stop).catch((error) => unhandledErrors.push(error));
    }
  }

  async teardown() {
    const handles = process._getActiveHandles();
    for (const server of handles.filter((handle) => handle instanceof Server)) server.close();
    for (const socket of handles.filter((handle) => handle instanceof Socket && handle.server)) socket.destroy();
    for (const child of handles.filter((handle) => handle instanceof ChildProcess)) {
      // The process has ended, but Node has not closed its handle yet.
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await super.teardown();
  }
};

async function stopped(stop) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('a server that the tests have left did not stop')), stopMs);
  });
  await Promise.race([stop(), late]).finally(() => clearTimeout(timer));
}
