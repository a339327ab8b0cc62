const { availableParallelism } = require('node:os');

/** In a .ts file, `<Type>` begins type parameters. In a .tsx file, it begins an element. */
const swc = ({ tsx }) => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: false,
        react: { runtime: 'automatic', importSource: 'preact' },
      },
      target: 'es2022',
    },
    module: { type: 'commonjs' },
  },
];

/** @type {import('jest').Config} */
module.exports = {
  roots: ['<rootDir>/test'],
  testEnvironment: './test/support/environment.js',
  testSequencer: './test/support/longest-first.js',
  setupFiles: ['reflect-metadata'],
  globalSetup: './test/support/global-setup.ts',
  globalTeardown: './test/support/global-teardown.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/checked-fetch.ts'],
  transform: { '^.+\\.[cm]?[jt]s$': swc({ tsx: false }), '^.+\\.tsx$': swc({ tsx: true }) },
  // The schema engine, Preact, the OAuth clients and the composition are only ES modules. PGlite and the exporter call import(), which Jest's modules do not support.
  transformIgnorePatterns: [
    '/node_modules/(?!(@prisma/schema-engine-wasm|@electric-sql|@opentelemetry/otlp-exporter-base|oauth4webapi|openid-client|jose|@badgateway/oauth2-client|@theguild/federation-composition|preact)/)',
  ],
  // With two cores, Jest would start only one worker. A worker takes about 1.5 GB.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // Only a test that hangs takes this long: the slowest tests take 20 s, and a busy machine can take ten times as long.
  testTimeout: 300_000,
};
