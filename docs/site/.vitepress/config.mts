import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { slug } from 'github-slugger';
import { type DefaultTheme, defineConfig, type MarkdownRenderer, type Plugin } from 'vitepress';
import { type NavigationItem, readNavigation } from './navigation';

const docs = fileURLToPath(new URL('../..', import.meta.url));
const { description, repository } = JSON.parse(readFileSync(path.join(docs, '../package.json'), 'utf8'));
/** The address that package.json names. Without one, the site links only what it has itself. */
const repositoryUrl: string | undefined = repository?.url.replace(/^git\+|\.git$/g, '');
const navigation = readNavigation(readFileSync(path.join(docs, 'README.md'), 'utf8'));

const isPage = (file: string): boolean => file.endsWith('.md') && !file.startsWith('../');
const toIndex = (page: string): string => page.replace(/(^|\/)README\.md$/, '$1index.md');
const inRepository = (file: string): string | undefined =>
  repositoryUrl && `${repositoryUrl}/blob/HEAD/${path.posix.join('docs', file)}`;

/** The site has only the pages, so a link to another file leads to the repository, if its address is known. */
function linkFrom(page: string, href: string): string | undefined {
  const [, to = '', hash = ''] = /^([^#]*)(.*)$/.exec(href) ?? [];
  const file = path.posix.join(path.posix.dirname(page), decodeURI(to));
  if (!existsSync(path.join(docs, file))) throw new Error(`${page}: the file of the link ${href} does not exist`);
  const target = isPage(file) ? toIndex(to) : inRepository(file);
  return target === undefined ? undefined : target + hash;
}

/** The pages are written for a code host and for the tests, which execute their examples. */
function readAsOnCodeHost(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('as-on-code-host', ({ tokens, env }) => {
    for (const token of tokens) {
      // The words after the language are for the tests. VitePress would highlight the lines whose numbers are among them.
      if (token.type === 'fence') token.info = token.info.split(' ')[0] ?? '';
      let isLinked = true;
      token.children = (token.children ?? []).flatMap((child) => {
        if (child.type === 'link_open') {
          const href = String(child.attrGet('href'));
          const target = /^([a-z]+:|#)/.test(href) ? href : linkFrom(env.relativePath, href);
          isLinked = target !== undefined;
          if (target !== undefined) child.attrSet('href', target);
        }
        if (!isLinked && /^link_(open|close)$/.test(child.type)) return [];
        const src = child.type === 'image' ? String(child.attrGet('src')) : '';
        if (!src.endsWith('-light.png')) return child;
        const dark = Object.assign(Object.create(Object.getPrototypeOf(child)), child, {
          attrs: [...(child.attrs ?? [])],
        });
        child.attrJoin('class', 'light-only');
        dark.attrSet('src', src.replace('-light.png', '-dark.png'));
        dark.attrJoin('class', 'dark-only');
        return [child, dark];
      });
    }
  });
}

const linkOf = (link: string | undefined): { link?: string } => (link === undefined ? {} : { link });

const toSidebar = ({ text, file, items }: NavigationItem): DefaultTheme.SidebarItem => ({
  text,
  ...linkOf(isPage(file) ? `/${toIndex(file).replace(/(index)?\.md$/, '')}` : inRepository(file)),
  ...(items.length > 0 && { items: items.map(toSidebar) }),
});

/** VitePress compiles the pages to code that imports Vue, which they would look for in docs/ and above. */
const vueOfThisFolder: Plugin = {
  name: 'vue-of-this-folder',
  enforce: 'pre',
  resolveId(id, _importer, options) {
    const importer = path.join(docs, 'site/package.json');
    return /^vue(\/|$)/.test(id) ? this.resolve(id, importer, { ...options, skipSelf: true }) : null;
  },
};

/** https://llmstxt.org, with the pages as Markdown. */
function llmsText(): string {
  const line = ({ text, file }: NavigationItem) => {
    const target = isPage(file) ? file : inRepository(file);
    return target === undefined ? '' : `- [${text}](${target})\n`;
  };
  const sections = navigation.map(({ title, items }) => {
    const lines = items.flatMap((item) => [item, ...item.items]).map(line);
    return `\n## ${title}\n\n${lines.join('')}`;
  });
  return `# Gatehouse\n\n> ${description}\n${sections.join('')}`;
}

export default defineConfig({
  title: 'Gatehouse',
  description,
  lang: 'en',
  srcDir: docs,
  srcExclude: ['site/**'],
  rewrites: toIndex,
  // The pages link a server on the machine of the reader. Every other dead link ends the build.
  ignoreDeadLinks: 'localhostLinks',
  // The three diagrams stay code, which is readable: Mermaid (5.5 MB) is larger than all scripts of the site.
  markdown: { anchor: { slugify: slug }, config: readAsOnCodeHost },
  vite: { plugins: [vueOfThisFolder] },
  themeConfig: {
    sidebar: navigation.map(({ title, items }) => ({ text: title, items: items.map(toSidebar) })),
    nav: repositoryUrl ? [{ text: 'Source', link: repositoryUrl }] : [],
    outline: [2, 3],
    search: { provider: 'local' },
  },
  buildEnd({ outDir, pages }) {
    for (const page of pages) cpSync(path.join(docs, page), path.join(outDir, page));
    writeFileSync(path.join(outDir, 'llms.txt'), llmsText());
  },
});
