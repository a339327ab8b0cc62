/** @type {import('jest').Config} */
module.exports = {
  roots: ['<rootDir>/test'],
  testEnvironment: 'node',
  setupFiles: ['reflect-metadata'],
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
  // Opening an embedded database for the first time takes some seconds of a busy machine.
  testTimeout: 30_000,
  // Prisma's schema engine leaves a timer of ten seconds behind, for a lock that it has got by then.
  forceExit: true,
};
