import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { readConfig, settings } from '../../src/compose/config';
import { pages, readText } from '../support/doc-pages';
import { renderedDocs, renderPage } from '../support/render-docs';

test.each(renderedDocs())('$file has the tables of the code (npm run codegen makes them)', ({ current, expected }) => {
  expect(current).toBe(expected);
});

describe('a part that is made from the code', () => {
  const makers = { 'page.md a': () => 'new', 'page.md empty': () => '' };
  const render = (text: string) => renderPage('page.md', text, makers).rendered;
  const end = '<!--end-->\n';

  it('replaces what is between its marker and the end', () => {
    const start = '<!--generated:a-->\n';
    expect(render(`${start}old\n\nold\n${end}text\n${start}${end}`)).toBe(
      `${start}new\n${end}text\n${start}new\n${end}`,
    );
  });

  it.each([
    ['a marker that nothing knows', `<!--generated:b-->\n${end}`, 'nothing is made for the marker "b"'],
    ['a marker whose part is empty', `<!--generated:empty-->\n${end}`, 'nothing is made for the marker "empty"'],
    ['a name that is not one word', `<!--generated:a-b-->\n${end}`, 'page.md a-b'],
    ['a marker without an end', '<!--generated:a-->\nold\n', 'page.md a'],
    ['a marker before the end of another', `<!--generated:a-->\n<!--generated:a-->\n${end}`, 'page.md a'],
  ])('is an error: %s', (_, text, message) => expect(() => render(text)).toThrow(message));
});

test('a link such as settings.md#trust_proxy leads to one setting', () => {
  const page = readText('docs/reference/settings.md');
  const settings = [...page.matchAll(/^- <a id="(.+?)"><\/a>`(.+?)[`=]/gm)].map(([, anchor, name = '']) => ({
    anchor,
    name,
  }));
  expect(settings.length).toBe(page.match(/^- .*`/gm)?.length);
  for (const { anchor, name } of settings) expect(anchor).toBe(name.toLowerCase().replaceAll(/[^a-z0-9_]/g, ''));
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text.toLowerCase().replaceAll(' ', '-'));
  const anchors = [...settings.map((setting) => setting.anchor), ...headings];
  expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)).toEqual([]);
});

test('package.json, the pages and CI name the same versions of Node', () => {
  const read = (file: string) => readFileSync(path.join(__dirname, '../..', file), 'utf8');
  const oldest = (JSON.parse(read('package.json')).engines.node as string).split(' || ').map((range) => {
    const [, major, minor] = range.match(/^\^(\d+)\.(\d+)\.0$/) ?? [];
    return { major, minor: Number(minor) };
  });
  const inProse = oldest.map(({ major, minor }) => (minor > 0 ? `${major} (${major}.${minor} or later)` : major));
  const sentence = `Node ${inProse.slice(0, -1).join(', ')} or ${inProse.at(-1)}`;
  const naming = pages.filter((page) => !page.includes('/decisions/') && /Node \d/.test(readText(page)));
  expect(naming).toEqual(expect.arrayContaining(['README.md', 'docs/operate/install.md', 'docs/start/quick-start.md']));
  for (const page of naming) expect(readText(page).replaceAll(/\s+/g, ' ')).toContain(sentence);
  const inCi = oldest.map(({ major, minor }) => (minor > 0 ? `${major}.${minor}.0` : major));
  expect(read('.ci/node-versions')).toContain(`versions=(${inCi.join(' ')})`);
});

test('package.json has the version of a release only if the changelog has nothing that came after it', () => {
  const [newest = ''] = readText('CHANGELOG.md').match(/^## .+$/m) ?? [];
  const { version } = JSON.parse(readText('package.json')) as { version: string };
  expect(newest).toMatch(version.endsWith('-dev') ? /^## Unreleased$/ : new RegExp(`^## ${version} - `));
});

describe('the file of example settings', () => {
  const example = readText('.env.example');
  const lines = example.split('\n').filter((line) => line !== '');
  const setting = /^(?:# )?([A-Z][A-Z_]+)=/;
  const isOn = lines.filter((line) => !line.startsWith('# '));

  test('has only comments, and what new installations have and existing ones do not get by an upgrade', () =>
    expect(isOn).toEqual(['EMAIL_LOGIN=on']));

  test('names settings and pages that exist', () => {
    const names = lines.flatMap((line) => setting.exec(line)?.[1]?.replace('_GOOGLE_', '_<ID>_') ?? []);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !settings.some((one) => one.name === name))).toEqual([]);
    const named = [...example.matchAll(/docs\/[\w./-]*\w/g)].map(([page]) => page);
    expect(named.filter((page) => !pages.includes(page))).toEqual([]);
  });

  test('has right values: with each # removed, and the two secrets filled in, a server could start', () => {
    const filled = lines.filter((line) => setting.test(line)).map((line) => line.replace(/^# /, ''));
    const secret = randomBytes(32).toString('base64');
    const text = filled.join('\n').replace(/(?<=(SECRET|CLIENT_ID)=)$/gm, secret);
    expect(readConfig(parseEnv(text) as Record<string, string>).emailLogin).toBe(true);
  });
});

test('the pages name each cookie', () => {
  const read = (file: string) => readFileSync(path.join(__dirname, '../../src/platform/http', file), 'utf8');
  const source = read('page-cookies.ts') + read('refresh-cookie.ts');
  const cookies = [...source.matchAll(/\}(gatehouse_[a-z_]+)[`$]/g)].map(([, name = '']) => name);
  expect(cookies.length).toBe(13);
  const page = readText('docs/understand/security.md') + readText('docs/integrate/your-own-front-end.md');
  expect(cookies.filter((name) => !page.includes(name))).toEqual([]);
});

test('the index links every page, except single decisions and the pages of the API', () => {
  const links = [...readText('docs/README.md').matchAll(/\]\(([\w./-]+\.md)\)/g)].map(
    ([, link = '']) => `docs/${link}`,
  );
  const inOtherIndexes = /^docs\/(decisions\/\d|reference\/api\/(?!README)|reference\/README|README)/;
  const indexed = pages.filter((page) => page.startsWith('docs/') && !inOtherIndexes.test(page));
  expect(indexed.filter((page) => !links.includes(page))).toEqual([]);
});
