import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readExample } from './doc-pages';
import { toolPackages } from './needs';
import { builtClient } from './process';

const root = path.join(__dirname, '../..');

/** The packages that package.json of the example asks for, with their versions. */
export const packagesOfExample = (): Record<string, string> => {
  const { dependencies, devDependencies } = JSON.parse(readExample('react').get('package.json') ?? '');
  return { ...dependencies, ...devDependencies };
};

/** The folder of an installed package: that of this project, or that of the tools. */
function installedFolder(name: string): string {
  if (name === '@gatehouse-auth/client') return builtClient;
  const own = path.join(root, 'node_modules', name);
  return existsSync(own) ? own : path.join(toolPackages, name);
}

/** Writes docs/examples/react to a new folder, with the packages of its package.json, and no other. */
export function writeExampleApplication(): { folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-react-'));
  for (const [file, text] of readExample('react')) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  for (const name of Object.keys(packagesOfExample())) {
    const link = path.join(folder, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(installedFolder(name), link);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export const versionOf = (name: string): string =>
  JSON.parse(readFileSync(path.join(installedFolder(name), 'package.json'), 'utf8')).version;
