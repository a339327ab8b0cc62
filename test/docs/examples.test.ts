import { exampleFolders, pages, programsOf, readPage, readText, stepsOf } from '../support/doc-pages';
import { runBlocks } from '../support/doc-runner';
import { testWith } from '../support/needs';
import { blocksOf, documentation, examplesOf } from './documentation';

/** Executes the examples of the documentation: a reader who copies them gets the answers that the page shows. */
for (const page of Object.keys(documentation)) {
  for (const { section, blocks, settings } of examplesOf(page)) {
    const name = section ? `${page}, ${section}` : page;
    const packages = settings.programs ? (['docs/examples'] as const) : [];
    testWith(...packages, ...programsOf(stepsOf(blocks)))(name, () => runBlocks(blocks, settings));
  }
}

test.each(pages)('%s: each example is executed, or says why not', (page) => {
  const { examples, commands } = blocksOf(page);
  // A block that is not closed would not be found.
  expect(readText(page).match(/^ *(```|~~~)/gm) ?? []).toHaveLength(2 * (examples.length + commands.length));
  const listed = new Set(examplesOf(page).flatMap(({ blocks }) => blocks.map(({ line }) => line)));
  const unlisted = stepsOf(examples).filter(({ block }) => !listed.has(block.line));
  expect(unlisted.map(({ block }) => `${page}:${block.line}`)).toEqual([]);
  const others = stepsOf(commands).filter(({ block }) => block.language !== 'sh' && !block.file);
  expect(others.map(({ block }) => `${page}:${block.line}: only commands and files need an installation`)).toEqual([]);
});

test('the list names pages that exist and have examples', () => {
  const listed = Object.keys(documentation);
  expect(listed.filter((page) => !pages.includes(page))).toEqual([]);
  expect(listed.filter((page) => stepsOf(readPage(page)).length === 0)).toEqual([]);
  const empty = listed.flatMap((page) =>
    examplesOf(page)
      .filter(({ blocks }) => stepsOf(blocks).length === 0)
      .map(({ section }) => `${page} ${section}`),
  );
  expect(empty).toEqual([]);
});

test('each folder of programs belongs to a page, which links it', () => {
  const named = Object.entries(documentation).flatMap(([page, { examples }]) =>
    (examples?.programs ?? []).map((folder) => ({ page, folder })),
  );
  expect([...new Set(named.map(({ folder }) => folder))].sort()).toEqual(exampleFolders().sort());
  expect(named.filter(({ page, folder }) => !readText(page).includes(`(../examples/${folder}/`))).toEqual([]);
});
