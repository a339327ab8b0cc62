import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

// Makes the two packages of a release, for those who install them from a clone, and for the release itself:
//   npm run package

const root = path.join(__dirname, '..');
const target = path.join(root, 'dist/packages');
/** Without a version in their names, so that pages and scripts name the files of each release. */
const packages = { 'gatehouse-server.tgz': '.', 'gatehouse-client.tgz': './dist/client' };

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const [file, folder] of Object.entries(packages)) {
  const { name, version } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  const options = ['--pack-destination', target, '--silent'];
  execFileSync('npm', ['pack', folder, ...options], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const packed = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  renameSync(path.join(target, packed), path.join(target, file));
  process.stdout.write(`${path.relative(root, path.join(target, file))}  ${name} ${version}\n`);
}
