const { availableParallelism } = require('node:os');
const { projects } = require('./test/support/projects');

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

const shared = {
  roots: ['<rootDir>/test'],
  modulePathIgnorePatterns: ['<rootDir>/test/tools/'],
  testEnvironment: './test/support/environment.js',
  runtime: '<rootDir>/test/support/runtime.js',
  // A spy that stayed would be there in the next test, and a spy on it would call itself.
  restoreMocks: true,
  setupFilesAfterEnv: ['<rootDir>/test/support/each-file.ts'],
  transform: { '^.+\\.[cm]?[jt]s$': swc({ tsx: false }), '^.+\\.tsx$': swc({ tsx: true }) },
};
const withDatabases = {
  ...shared,
  globalSetup: './test/support/global-setup.ts',
  globalTeardown: './test/support/global-teardown.ts',
};

/** @type {import('jest').Config} */
module.exports = {
  projects: [
    { ...shared, displayName: 'unit', testMatch: projects.unit },
    { ...withDatabases, displayName: 'api', testMatch: projects.api },
    { ...withDatabases, displayName: 'system', testMatch: projects.system },
  ],
  reporters: ['default', '<rootDir>/test/support/left-out.js'],
  testSequencer: './test/support/longest-first.js',
  // With two cores, Jest would start only one worker. Tests wait for a fifth of their time, so three keep both cores busy.
  maxWorkers: Math.max(3, availableParallelism() - 1),
  // Only a test that hangs takes this long: the slowest tests take 20 s, and a busy machine can take ten times as long.
  testTimeout: 300_000,
};
