const { readFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/**
 * Jest loads the test files, and Node loads everything that they import, once for a worker: to load the server anew for
 * each file takes half of the CPU time of a test. So a test cannot replace a module (`jest.mock`), and what a module
 * keeps in its variables outlives the test file.
 */
const testRoot = path.join(__dirname, '..');
const clientRoot = path.join(testRoot, '../src/client/');

/** The runtime of the test file that runs. It translates TypeScript as Jest does, with the same cache. */
let running;
/** Of the files that Node has loaded. Jest translates the positions in stack traces with them. */
const sourceMaps = new Map();
for (const extension of ['.ts', '.tsx']) {
  Module._extensions[extension] = (module, file) => {
    const code = running.transformCache.transform(file);
    sourceMaps.set(file, running.getSourceMaps().get(file));
    module._compile(code, file);
  };
}

/**
 * The database is another program: its clock stays right while a test moves that of Gatehouse. Otherwise its next timer would
 * be months away after the test, Node would turn that into 1 ms, and PostgreSQL would look at it a thousand times a second.
 */
const realDate = Symbol.for('gatehouse-real-date');
globalThis[realDate] = Date;
const pglite = require.resolve('@electric-sql/pglite');
// The preparation of all tests has loaded it, if these run in the same process.
delete require.cache[pglite];
Module._extensions['.cjs'] = (module, file) => {
  const clock = file === pglite ? `"use strict";const Date=globalThis[Symbol.for('${realDate.description}')];` : '';
  module._compile(clock + readFileSync(file, 'utf8'), file);
};

/** The client package names its files as they are called after the build. */
const resolve = Module._resolveFilename;
Module._resolveFilename = (name, parent, ...others) => {
  const isOfPackage = name.startsWith('.') && parent?.filename?.startsWith(clientRoot);
  return resolve(isOfPackage ? name.replace(/\.js$/, '.ts') : name, parent, ...others);
};

module.exports = class extends Runtime {
  constructor(...args) {
    super(...args);
    running = this;
    for (const [file, map] of sourceMaps) this.getSourceMaps().set(file, map);
    // In the context of the worker, where Jest would use one of the file.
    this.executor.compile = (source, filename) =>
      vm.compileFunction(source, this.executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
    // Modules that Node has loaded do not get this as an argument.
    globalThis.jest = this.jestGlobals.jestObjectFor(this._testPath);
  }

  requireModuleOrMock(from, name) {
    return from.startsWith(testRoot) ? Module.createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }

  /** The global object has the built-in modules of Node already. */
  installGetBuiltinModule() {}
};
