import { readFileSync } from 'node:fs';
import path from 'node:path';
import { documentation } from '../docs/documentation';
import { exampleFolders, readExample, readPage } from '../support/doc-pages';
import { ofClient, packagesImportedBy } from '../support/package-commands';
import { ofExamples, own, testedClients } from './clients';

const root = path.join(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const listed = Object.values(testedClients).flat();
const escaped = (text: string): string => text.replaceAll(/[/.]/g, '\\$&');

const packagesOf = (program: string): string[] => packagesImportedBy(program).filter((name) => name !== ofClient);

/** The programs of a page: those that it links, and those that it has itself. */
function programsOf(page: string): Map<string, string> {
  const linked = documentation[page]?.examples?.programs ?? [];
  const files = linked.flatMap((folder) => [...readExample(folder)].map(([file, text]) => [`${folder}/${file}`, text]));
  const own = readPage(page).flatMap(({ file, text }) => (file ? [[file, text]] : []));
  return new Map([...files, ...own] as [string, string][]);
}

/** The files of a page that its commands run, with the files that these import. */
function executedFiles(page: string): Map<string, string> {
  const blocks = readPage(page).filter(({ notRun }) => notRun === undefined);
  const commands = blocks.filter(({ language, file }) => language === 'sh' && !file).map(({ text }) => text);
  const files = programsOf(page);
  // A variable of a loop stands for a part of the name.
  const run = commands
    .flatMap((command) => [...command.matchAll(/\b(?:node|tsx) ([\w./$-]+)/g)])
    .map(([, file = '']) => new RegExp(`^${escaped(path.basename(file)).replace(/\$\w+/, '[\\w-]+')}$`));
  const executed = new Map<string, string>();
  const add = (file: string) => {
    const text = files.get(file);
    if (text === undefined || executed.has(file)) return;
    executed.set(file, text);
    for (const [, imported = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
      add(path.join(path.dirname(file), imported));
    }
  };
  for (const file of files.keys()) {
    if (run.some((name) => name.test(path.basename(file)))) add(file);
  }
  return executed;
}

test.each(Object.entries(ofExamples))('%s has an exact version, which the tests import, too', (name, version) => {
  if (name === '@gatehouse-auth/client') return;
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  // The types of openapi-typescript need the JavaScript API of TypeScript 5.
  if (name !== 'typescript') expect([undefined, version]).toContain(own[name]);
});

describe.each(listed)('$name', ({ packages, debian, page, test: file }) => {
  test('a program of the page, which the tests run, or the test uses it', () => {
    expect(documentation[page]).toHaveProperty('examples');
    const text = file ? read(file) : '';
    const folders = [...text.matchAll(/\breadExample\('(\w+)'\)/g)].map(([, folder = '']) => folder);
    if (text.includes('writeExampleApplication(')) folders.push('react');
    const ofTest = folders.flatMap((folder) => [...readExample(folder).values()]);
    const used = [...executedFiles(page).values(), ...ofTest, text].flatMap(packagesOf);
    expect(packages.filter((name) => !used.includes(name))).toEqual([]);
  });

  if (debian) {
    test('CI installs it, and the test uses it', () => {
      expect(read('.ci/run')).toContain('\n.ci/programs\n');
      expect(read('.ci/programs')).toContain(` ${debian}\n`);
      expect(read(file ?? '')).toContain(`/${debian.replace(/-light$|^libapache2-/, '')}'`);
    });
  }
});

test('docs/examples has the packages of its programs, which find no others', () => {
  const files = exampleFolders().flatMap((folder) => [...readExample(folder)]);
  const imported = files.filter(([file]) => /\.[mc]?[jt]sx?$/.test(file)).flatMap(([, text]) => packagesOf(text));
  expect([...new Set(imported)].filter((name) => !(name in ofExamples))).toEqual([]);
});

test.each([...new Set(listed.map(({ page }) => page))])('%s uses no package that the list does not have', (page) => {
  const used = [...programsOf(page).values()].flatMap(packagesOf);
  const known = listed.filter((client) => client.page === page).flatMap(({ packages }) => packages);
  expect(used.filter((name) => !known.includes(name))).toEqual([]);
});
