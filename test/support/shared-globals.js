const { AsyncLocalStorage } = require('node:async_hooks');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

// Jest's own modules use these, also while a test replaces the global ones.
const natives = {
  promise: Promise,
  now: Date.now,
  'read-file': readFileSync,
  'write-file': writeFileSync,
  'exists-file': existsSync,
};
for (const [name, value] of Object.entries(natives)) globalThis[Symbol.for(`jest-native-${name}`)] = value;

const { env, exit } = process;
const umask = process.umask();
const variables = { ...env };
const descriptors = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(([, at]) => at.configurable);

const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = globalThis;
const timers = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate };

/**
 * Where fake timers are installed. Only the code of the tests and of Gatehouse gets them: Node's own `fetch` would keep
 * fake timers of one test file in the next. (Given the global object itself, they would also replace `node:timers`.)
 */
const fakedGlobals = new Proxy(globalThis, {
  set(target, name, value) {
    const real = timers[name];
    const choose = (...args) => (isCalledByNode(choose) ? real(...args) : value(...args));
    target[name] = real && value !== real ? choose : value;
    return true;
  },
});

function isCalledByNode(called) {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.prepareStackTrace = (_error, [caller]) => caller?.getFileName()?.startsWith('node:') ?? false;
  Error.stackTraceLimit = 1;
  const trace = {};
  Error.captureStackTrace(trace, called);
  const { stack } = trace;
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  return stack;
}

/** What Jest and the tests keep in the global object for the file that runs. */
const ofOneFile = [
  'running',
  ...['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL', 'RETRY_TIMES', 'RETRY_IMMEDIATELY'].map((name) => Symbol.for(name)),
  ...['LOG_ERRORS_BEFORE_RETRY', 'WAIT_BEFORE_RETRY'].map((name) => Symbol.for(name)),
];

/**
 * The storages that were used since the last file began. Jest uses a new one for each file and never disables it, and each
 * one makes all promises of the worker slower (until Node 24).
 */
const storages = new Set();
/** What Jest has stored there, for each test and hook. A timer that Node uses again keeps one of each file. */
const contexts = [];
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  storages.add(this);
  if ('test' in Object(args[0])) contexts.push(args[0]);
  return run.apply(this, args);
};

/**
 * Gives the test files of a worker its global object. After a file, the object is as before, except for what loaded
 * modules have added: they stay loaded (see runtime.js).
 */
exports.SharedGlobals = class {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: fakedGlobals });
    Error.stackTraceLimit = 100;
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    for (const [name, before] of descriptors) {
      const { value, get } = Object.getOwnPropertyDescriptor(globalThis, name) ?? {};
      if (value !== before.value || get !== before.get) Object.defineProperty(globalThis, name, before);
    }
    for (const storage of storages) storage.disable();
    storages.clear();
    for (const context of contexts.splice(0)) for (const key of Object.keys(context)) delete context[key];
    for (const key of ofOneFile) delete globalThis[key];
    // Jest has a new symbol for each file, and all that the file has loaded into Jest hangs on it.
    for (const key of Object.getOwnPropertySymbols(globalThis)) {
      if (key.description === 'JEST_STATE_SYMBOL') delete globalThis[key];
    }
    process.exit = exit;
    process.umask(umask);
    for (const name of Object.keys(env)) if (!(name in variables)) delete env[name];
    Object.assign(env, variables);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return globalThis;
  }
};
