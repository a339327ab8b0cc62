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
  // The engine is published as an ES module alone; PGlite and the exporter call import(), which Jest's modules cannot.
  transformIgnorePatterns: [
    '/node_modules/(?!(@prisma/schema-engine-wasm|@electric-sql|@opentelemetry/otlp-exporter-base)/)',
  ],
  // Jest would leave one core of two alone. A worker takes about 1.5 GB.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // Only a test that hangs meets it: the longest take 20 s, and a busy machine may need ten times as long.
  testTimeout: 300_000,
};
