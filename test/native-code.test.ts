import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '..');

/** The packages that a release installs, by their folder. Those of other systems are not in the folder. */
function installedPackages(): string[] {
  const lock = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, { dev?: boolean; devOptional?: boolean }> };
  return Object.keys(packages).filter(
    (folder) => folder !== '' && !packages[folder]?.dev && !packages[folder]?.devOptional,
  );
}

/** The folders of a package with the binaries of a system each. */
function linuxBinaries(folder: string): string[] {
  const prebuilds = path.join(root, folder, 'prebuilds');
  if (!existsSync(prebuilds)) return [];
  return readdirSync(prebuilds)
    .filter((system) => system.startsWith('linux'))
    .map((system) => path.join(prebuilds, system));
}

test('native code for Linux is there for musl, too, so that Gatehouse runs on Alpine', () => {
  const installed = installedPackages();
  const perLibrary = installed.filter((folder) => /-linux-.*-gnu$/.test(folder));
  const inOnePackage = installed.flatMap(linuxBinaries);
  expect(perLibrary.length).toBeGreaterThan(0);
  expect(inOnePackage.length).toBeGreaterThan(0);
  expect(perLibrary.filter((folder) => !installed.includes(folder.replace(/-gnu$/, '-musl')))).toEqual([]);
  const hasMusl = (folder: string) => readdirSync(folder).some((file) => file.endsWith('.musl.node'));
  expect(inOnePackage.filter((folder) => !hasMusl(folder))).toEqual([]);
});
