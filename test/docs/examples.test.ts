import { exampleFolders, pages, programsOf, readPage, readText, stepsOf } from '../support/doc-pages';
import { runBlocks } from '../support/doc-runner';
import { testWith } from '../support/needs';
import { blocksOf, documentation } from './documentation';

/** Executes the examples of the documentation: a reader who copies them gets the answers that the page shows. */
const executed = Object.entries(documentation).flatMap(([page, { examples: settings, needs = [] }]) =>
  settings ? [{ page, settings, needs }] : [],
);

for (const { page, settings, needs } of executed) {
  const { examples } = blocksOf(page);
  testWith(...needs, ...programsOf(stepsOf(examples)))(page, () => runBlocks(examples, settings));
}

test.each(pages)('%s: each example is executed, or says why not', (page) => {
  const { examples, commands } = blocksOf(page);
  // A block that is not closed would not be found.
  expect(readText(page).match(/^ *(```|~~~)/gm) ?? []).toHaveLength(2 * (examples.length + commands.length));
  const steps = stepsOf(examples);
  const unlisted = documentation[page]?.examples ? [] : steps.map(({ block }) => `${page}:${block.line}`);
  expect(unlisted).toEqual([]);
  const others = stepsOf(commands).filter(({ block }) => block.language !== 'sh');
  expect(others.map(({ block }) => `${page}:${block.line}: only commands need an installation`)).toEqual([]);
});

test('the list names pages that exist and have examples', () => {
  const listed = Object.keys(documentation);
  expect(listed.filter((page) => !pages.includes(page))).toEqual([]);
  expect(listed.filter((page) => stepsOf(readPage(page)).length === 0)).toEqual([]);
});

test('each folder of programs belongs to a page, which links it', () => {
  const named = executed.flatMap(({ page, settings }) => (settings.programs ?? []).map((folder) => ({ page, folder })));
  expect([...new Set(named.map(({ folder }) => folder))].sort()).toEqual(exampleFolders().sort());
  expect(named.filter(({ page, folder }) => !readText(page).includes(`(../examples/${folder}/`))).toEqual([]);
});
