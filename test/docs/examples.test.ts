import { isExample, pages, readPage, stepsOf } from '../support/doc-pages';
import { runBlocks } from '../support/doc-runner';
import { documentation } from './documentation';

/** Executes the examples of the documentation: a reader who copies them gets the answers that the page shows. */
const executed = Object.entries(documentation).flatMap(([page, { examples, installation }]) => {
  const blocks = readPage(page).filter(({ language, section }) => !(language === 'sh' && installation?.test(section)));
  return examples ? [{ page, blocks, examples }] : [];
});

test.each(executed)('$page', ({ blocks, examples }) => runBlocks(blocks, examples));

test.each(pages)('%s: each example is executed, or says why not', (page) => {
  const examples = readPage(page).filter((block) => isExample(block) && !block.notRun);
  const { installation, examples: settings } = documentation[page] ?? {};
  const commands = examples.filter(({ language, section }) => language === 'sh' && installation?.test(section));
  const others = examples.filter((block) => !commands.includes(block));
  if (!settings) expect(others.map(({ line }) => `${page}:${line} is in no test: list the page`)).toEqual([]);
  expect(() => stepsOf(readPage(page).filter((block) => !commands.includes(block)))).not.toThrow();
});

test('the list names pages that exist and have examples', () => {
  const listed = Object.keys(documentation);
  expect(listed.filter((page) => !pages.includes(page))).toEqual([]);
  expect(listed.filter((page) => !readPage(page).some((block) => isExample(block) && !block.notRun))).toEqual([]);
});
