/** @type {import('jest').Config} */
module.exports = {
  roots: ['<rootDir>/test'],
  testEnvironment: 'node',
  setupFiles: ['reflect-metadata'],
  transform: {
    '^.+\\.[jt]s$': [
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
  // Published as ES modules alone.
  transformIgnorePatterns: ['/node_modules/(?!@prisma/schema-engine-wasm/)'],
  // Opening an embedded database for the first time takes some seconds of a busy machine.
  testTimeout: 30_000,
};
