require('./baseline-wasm');
const { ChildProcess } = require('node:child_process');
const { once } = require('node:events');
const { Server, Socket } = require('node:net');
const { TestEnvironment } = require('jest-environment-node');

/** Stops the servers and processes that a failed test has left. Otherwise Jest does not end, and the processes stay. */
module.exports = class extends TestEnvironment {
  // In teardown(), modules can no longer be loaded. A server that cannot stop would hide which test failed.
  async handleTestEvent({ name }) {
    if (name !== 'run_finish') return;
    for (const stop of this.global.running ?? []) await stop();
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
