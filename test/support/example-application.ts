import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readExample } from './doc-pages';
import { examplePackages } from './needs';

/** The packages that package.json of the example asks for, with their versions. */
const packagesOfExample = (): Record<string, string> => {
  const { dependencies, devDependencies } = JSON.parse(readExample('react').get('package.json') ?? '');
  return { ...dependencies, ...devDependencies };
};

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
    symlinkSync(path.join(examplePackages, name), link);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
