import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const { packageRules } = read('.github/renovate.json') as {
  packageRules: { matchPackageNames?: string[]; allowedVersions?: string }[];
};
const manifest = read('package.json');
/** What the examples need, as their readers install it, and what only the checks need. */
const others = ['docs/examples', 'docs/examples/react', 'test/tools'].map((folder) => read(`${folder}/package.json`));
const further = Object.assign({}, ...others.flatMap((one) => [one.dependencies, one.devDependencies]));
/** With the versions of overrides, which are texts or, with further overrides, objects. */
const versions: Readonly<Record<string, string | { '.': string }>> = {
  ...further,
  ...manifest.overrides,
  ...manifest.dependencies,
  ...manifest.devDependencies,
};

test('each rule for updates names packages that are used, in versions that it allows', () => {
  for (const { matchPackageNames = [], allowedVersions } of packageRules) {
    for (const name of matchPackageNames) {
      const used = Object.keys(versions).filter(
        (one) => one === name || (name.endsWith('/**') && one.startsWith(name.slice(0, -2))),
      );
      expect({ name, used }).not.toEqual({ name, used: [] });
      const allowed = allowedVersions?.replace(/x$/, '') ?? '';
      for (const one of used)
        expect(String(versions[one])).toMatch(new RegExp(`^(${allowed.replaceAll('.', '\\.')}|\\[object)`));
    }
  }
});

test('all packages have exact versions', () => {
  const own = { ...manifest.dependencies, ...manifest.devDependencies };
  for (const [name, version] of Object.entries({ ...own, ...further })) {
    if (String(version).startsWith('file:')) continue;
    expect(`${name} ${version}`).toMatch(/ \d+\.\d+\.\d+(-[\w.-]+)?$/);
  }
});
