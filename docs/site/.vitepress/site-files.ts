import path from 'node:path';

/** Files that a reader copies. A browser shows another file, such as a program, only as `.txt`: it would play `.ts`. */
const isCopied = (file: string): boolean =>
  /^(docs\/(?!examples\/).*|[^/]+)\.(json|ya?ml|conf|service|graphql)$/.test(file);

export const isPage = (file: string): boolean =>
  /^(docs\/(?!site\/|examples\/).*|[A-Z]+|bench\/README|src\/client\/README)\.md$/.test(file);

/**
 * Where the site has a file of the project. README.md is the landing page. The files that pages link are beside them:
 * `docs/operate/monitor/alerts.yml` at `operate/monitor/alerts.yml`.
 */
export function toSite(file: string): string {
  if (file === 'README.md') return 'index.md';
  if (file === 'docs/README.md') return 'pages.md';
  if (/^[A-Z]+\.md$/.test(file)) return file.toLowerCase();
  const inSite = file.replace(/^docs\//, '').replace(/^\./, '');
  if (isPage(file)) return inSite.replace(/(^|\/)README\.md$/, '$1index.md');
  return isCopied(file) ? inSite : `${inSite.replace(/\.txt$/, '')}.txt`;
}

/** The target of a link from a page, with both files from the root of the project: `{ file, hash }`. */
export function targetOf(page: string, href: string): { file: string; hash: string } | null {
  if (/^([a-z]+:|#)/.test(href)) return null;
  const [, to = '', hash = ''] = /^([^#]*)(.*)$/.exec(href) ?? [];
  return { file: path.posix.join(path.posix.dirname(page), decodeURI(to)).replace(/\/$/, ''), hash };
}

export const linkBetween = (page: string, file: string): string =>
  path.posix.relative(path.posix.dirname(toSite(page)), toSite(file));

/** The page for readers of Markdown: with links to the site. `linkOf` returns null for what the site does not have. */
export const withLinks = (markdown: string, linkOf: (href: string) => string | null): string =>
  markdown.replaceAll(/(?<!!)\[([^\][]*)\]\(([^()\s]+)\)/g, (_, text, href) => {
    const link = linkOf(href);
    return link === null ? text : `[${text}](${link})`;
  });

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The first sentence of the first paragraph as plain text, with the second if it is short. Empty if there is no paragraph. */
export function firstSentence(markdown: string): string {
  const blocks = markdown
    .replaceAll(/^---\n.*?^---\n|^ *```.*?^ *```$|<!--.*?-->|<picture>.*?<\/picture>/gms, '\n\n')
    .split(/\n\s*\n/);
  const paragraph = blocks.find((block) => /^[\p{L}`["]/u.test(block)) ?? '';
  const text = paragraph
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/\s+/g, ' ');
  const [first = '', second = ''] = [...sentences.segment(text)].map(({ segment }) => segment);
  return (first.length < 40 ? first + second : first).trim().replace(/:$/, '.');
}

/** The names in reference/settings.md, with their anchors. */
export const settingAnchors = (markdown: string): ReadonlyMap<string, string> =>
  new Map([...markdown.matchAll(/<a id="(.+?)"><\/a>`(.+?)[`=]/g)].map(([, anchor = '', name = '']) => [name, anchor]));
