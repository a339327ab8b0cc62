import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

// The last step of the build: makes `npx --no-install gatehouse` run the built program. With "bin" in package.json, npx would
// install the project into its cache and build it again before the first command.
if (process.platform !== 'win32') {
  const command = path.join(__dirname, 'main.js');
  const binDir = path.join(__dirname, '../../node_modules/.bin');
  chmodSync(command, 0o755);
  rmSync(path.join(binDir, 'gatehouse'), { force: true });
  symlinkSync(path.relative(binDir, command), path.join(binDir, 'gatehouse'));
}
