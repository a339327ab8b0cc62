#!/usr/bin/env node
// `npx graphql-codegen` and `npm run codegen`, with codegen.yml. The generator is one of the packages of this folder, which most
// people never need, so the first run installs them.
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '../..');
const packages = path.join(__dirname, 'node_modules');
const generator = path.join(packages, '@graphql-codegen/cli/esm/bin.js');

function run(command, args) {
  // The generator looks for its plugins from the folder of codegen.yml.
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_PATH: packages } };
  const { status } = spawnSync(command, args, options);
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(generator)) run('npm', ['ci', '--prefix', __dirname, '--no-audit', '--no-fund']);
run(process.execPath, [generator, ...process.argv.slice(2)]);
