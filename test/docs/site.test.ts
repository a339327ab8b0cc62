import { type NavigationItem, readNavigation } from '../../docs/site/.vitepress/navigation';
import {
  firstSentence,
  linkBetween,
  settingAnchors,
  targetOf,
  toSite,
  withLinks,
} from '../../docs/site/.vitepress/site-files';
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

test.each([
  ['README.md', 'index.md'],
  ['docs/README.md', 'pages.md'],
  ['CHANGELOG.md', 'changelog.md'],
  ['docs/operate/monitor.md', 'operate/monitor.md'],
  ['docs/reference/api/README.md', 'reference/api/index.md'],
  ['docs/operate/monitor/alerts.yml', 'operate/monitor/alerts.yml'],
  ['schema.graphql', 'schema.graphql'],
  ['docs/integrate/forward-auth/Caddyfile', 'integrate/forward-auth/Caddyfile.txt'],
  ['docs/examples/rest-types/client.mts', 'examples/rest-types/client.mts.txt'],
  ['test/process/faults.test.ts', 'test/process/faults.test.ts.txt'],
  ['.env.example', 'env.example.txt'],
  ['.github/CODE_OF_CONDUCT.md', 'github/CODE_OF_CONDUCT.md.txt'],
])('the site has %s at %s', (file, address) => expect(toSite(file)).toBe(address));

test('each file that a page links has an address of its own', () => {
  const linked = pages.flatMap((page) =>
    [...readText(page).matchAll(/\]\(([^()\s]+)\)/g)].flatMap(([, href = '']) => targetOf(page, href)?.file ?? []),
  );
  const files = [...new Set(linked)];
  expect(files.length).toBeGreaterThan(pages.length);
  expect(new Set(files.map(toSite)).size).toBe(files.length);
});

test('a link leads from the site of a page to the site of the file', () => {
  const page = 'docs/reference/api/README.md';
  expect(targetOf(page, '../../../schema.graphql#l1')).toEqual({ file: 'schema.graphql', hash: '#l1' });
  expect(targetOf(page, 'https://example.com')).toBeNull();
  expect(linkBetween(page, 'schema.graphql')).toBe('../../schema.graphql');
  expect(linkBetween('README.md', page)).toBe('reference/api/index.md');
});

test('links in Markdown are replaced, and are text where the site has nothing', () => {
  const markdown = '![picture](a.png) [a](a.md) and [b](b/)';
  expect(withLinks(markdown, (href) => (href === 'a.md' ? 'c.md' : null))).toBe('![picture](a.png) [a](c.md) and b');
});

test.each([
  [
    '# Title\n\nA `role` is a [name](a.md), with\nenough words in it. More.\n',
    'A role is a name, with enough words in it.',
  ],
  ['# Title\n\nShort one. And a second.\n', 'Short one. And a second.'],
  [
    '# Title\n\n## Steps\n\n1. Do it.\n\n```sh\nls\n\ncat\n```\n\n| a |\n\nOf all the files this is the list:\n\n- a\n',
    'Of all the files this is the list.',
  ],
  ['# Title\n\n- only\n- a list\n', ''],
])('the description of a page is its first sentence: %j', (page, text) => expect(firstSentence(page)).toBe(text));

test('each page in the sidebar has a description', () => {
  const files = navigation.flatMap(({ items }) => items.flatMap(filesOf)).filter((file) => file.endsWith('.md'));
  expect(files.filter((file) => firstSentence(readText(`docs/${file}`)) === '')).toEqual([]);
});

test('a page links the settings that it names by the anchors of the reference', () => {
  const anchors = settingAnchors(readText('docs/reference/settings.md'));
  expect(anchors.get('TRUST_PROXY')).toBe('trust_proxy');
  expect(anchors.get('PROVIDER_<ID>_SCOPES')).toBe('provider_id_scopes');
});
