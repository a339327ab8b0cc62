import { type NavigationItem, readNavigation } from '../../docs/site/.vitepress/navigation';
import { pages, readText } from '../support/doc-pages';

const navigation = readNavigation(readText('docs/README.md'));
const filesOf = ({ file, items }: NavigationItem): string[] => [file, ...items.flatMap(filesOf)];

test('the sidebar of the site has each page once, except single decisions', () => {
  const listed = navigation.flatMap(({ items }) => items.flatMap(filesOf)).map((file) => `docs/${file}`);
  const expected = pages.filter((page) => /^docs\/(?!README\.md|decisions\/\d)/.test(page));
  expect(listed.filter((file) => file.endsWith('.md')).sort()).toEqual(expected);
});

test('a row of the table is a section, and a link after the first of an item is below it', () => {
  const table = '| | pages |\n|---|---|\n| **Use** | [A](a.md) · [B](b/README.md): [c](b/c.md), [d](b/d.md) |\n';
  expect(readNavigation(`# Title\n\n${table}`)).toEqual([
    {
      title: 'Use',
      items: [
        { text: 'A', file: 'a.md', items: [] },
        {
          text: 'B',
          file: 'b/README.md',
          items: [
            { text: 'c', file: 'b/c.md', items: [] },
            { text: 'd', file: 'b/d.md', items: [] },
          ],
        },
      ],
    },
  ]);
});
