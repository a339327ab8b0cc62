// The last step of the build: npx runs these programs of this folder.
//   npx --no-install gatehouse    the program that was built. With "bin" in package.json, npx would install the project into its cache and build it again.
//   npx graphql-codegen           the generator of test/tools, with codegen.yml.
const { chmodSync, existsSync, rmSync, symlinkSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const commands = { 'graphql-codegen': 'test/tools/graphql-codegen.js', gatehouse: 'dist/cli/main.js' };

if (process.platform !== 'win32') {
  const binDir = path.join(root, 'node_modules/.bin');
  for (const [name, file] of Object.entries(commands)) {
    // An image is built without the tests.
    if (!existsSync(path.join(root, file))) continue;
    chmodSync(path.join(root, file), 0o755);
    rmSync(path.join(binDir, name), { force: true });
    symlinkSync(path.relative(binDir, path.join(root, file)), path.join(binDir, name));
  }
}
