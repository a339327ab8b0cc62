const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
  roots: ['<rootDir>/test'],
  testEnvironment: './test/support/environment.js',
  testSequencer: './test/support/longest-first.js',
  setupFiles: ['reflect-metadata'],
  globalSetup: './test/support/global-setup.ts',
  globalTeardown: './test/support/global-teardown.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/checked-fetch.ts'],
  transform: {
    '^.+\\.c?[jt]s$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: false },
          target: 'es2022',
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  // The schema engine is only an ES module. PGlite and the exporter call import(), which Jest's modules do not support.
  transformIgnorePatterns: [
    '/node_modules/(?!(@prisma/schema-engine-wasm|@electric-sql|@opentelemetry/otlp-exporter-base)/)',
  ],
  // With two cores, Jest would start only one worker. A worker takes about 1.5 GB.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // Only a test that hangs takes this long: the slowest tests take 20 s, and a busy machine can take ten times as long.
  testTimeout: 300_000,
};
