import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { slug } from 'github-slugger';
import { type DefaultTheme, defineConfig, type MarkdownRenderer, type Plugin } from 'vitepress';
import { type NavigationItem, readNavigation } from './navigation';
import { firstSentence, isPage, linkBetween, settingAnchors, targetOf, toSite, withLinks } from './site-files';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const site = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const { description, repository, version } = JSON.parse(read('package.json'));
/** The address that package.json names. Without one, the site links only what it has itself. */
const repositoryUrl: string | undefined = repository?.url.replace(/^git\+|\.git$/g, '');
const navigation = readNavigation(read('docs/README.md'));
const navigationPages = navigation.flatMap(({ items }) => items.flatMap((item) => [item, ...item.items]));
const settingsPage = 'docs/reference/settings.md';
const settings = settingAnchors(read(settingsPage));

// Types that VitePress does not know as files: it would link schema.graphql.html.
process.env.VITE_EXTRA_EXTENSIONS = 'graphql,service';

/** What the pages link, and is not a page. */
const linkedFiles = new Set<string>();

/** The link of a page to another page or file, as it is in the site at `from`. Null if the site does not have the target. */
function linkFrom(page: string, href: string, from = page): string | null {
  const target = targetOf(page, href);
  if (!target) return href;
  const { file, hash } = target;
  if (!existsSync(path.join(root, file))) throw new Error(`${page}: the file of the link ${href} does not exist`);
  if (statSync(path.join(root, file)).isDirectory()) return repositoryUrl ? `${repositoryUrl}/tree/HEAD/${file}` : null;
  if (!isPage(file)) linkedFiles.add(file);
  return linkBetween(from, file) + hash;
}

/** The pages are written for a code host and for the tests, which execute their examples. */
function readAsOnCodeHost(markdown: MarkdownRenderer): void {
  const pageOf = (env: { realPath?: string; path: string }) => path.relative(root, env.realPath ?? env.path);

  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (tokens, index, ...more) => {
    const { reason } = tokens[index]?.meta ?? {};
    const note = reason ? `<p><small>Not run by the tests: ${markdown.utils.escapeHtml(reason)}</small></p>\n` : '';
    return `${fence?.(tokens, index, ...more)}${note}`;
  };
  markdown.core.ruler.before('normalize', 'pictures', (state) => {
    // The site has a switch between light and dark. Its landing page has the title already.
    state.src = state.src.replaceAll(
      /<picture><source .*?srcset="(.*?)"><img src="(.*?)" (.*?)><\/picture>/g,
      '<img src="./$2" class="light-only" $3><img src="./$1" class="dark-only" $3>',
    );
    if (pageOf(state.env) === 'README.md') state.src = state.src.replace(/^# .*\n/, '');
  });

  markdown.core.ruler.push('as-on-code-host', ({ tokens, env, Token }) => {
    const page = pageOf(env);
    const linkedSettings = new Set<string>();
    for (const [at, token] of tokens.entries()) {
      // The words after the language are for the tests. VitePress would highlight the lines whose numbers are among them.
      if (token.type === 'fence') {
        token.meta = { reason: /not-run: (.+)/.exec(token.info)?.[1] };
        token.info = token.info.split(' ')[0] ?? '';
      }
      let isLinked = true;
      let isInLink = tokens[at - 1]?.type === 'heading_open' || page === settingsPage;
      token.children = (token.children ?? []).flatMap((child) => {
        if (child.type === 'link_open') {
          const href = linkFrom(page, String(child.attrGet('href')));
          isLinked = href !== null;
          isInLink = true;
          if (href !== null) child.attrSet('href', href);
        }
        if (!isLinked && /^link_(open|close)$/.test(child.type)) return [];
        if (child.type === 'link_close') isInLink = false;

        // Otherwise Vue reads a placeholder such as {{product}}.
        if (child.type === 'code_inline') child.attrSet('v-pre', '');
        const [, setting = ''] = /^([A-Z_<>]+)(=.*)?$/.exec(child.type === 'code_inline' ? child.content : '') ?? [];
        const anchor = settings.get(setting);
        if (anchor && !isInLink && !linkedSettings.has(setting)) {
          linkedSettings.add(setting);
          const open = new Token('link_open', 'a', 1);
          open.attrSet('href', `${linkBetween(page, settingsPage)}#${anchor}`);
          return [open, child, new Token('link_close', 'a', -1)];
        }
        // A reader can copy the link to a setting, as to a heading.
        if (child.type === 'html_inline')
          child.content = child.content.replace(
            /^<a id="(.+)">$/,
            '<a id="$1" class="header-anchor" href="#$1" aria-label="Link to this setting">',
          );

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

const inProject = ({ file }: NavigationItem): string => path.posix.join('docs', file);

const toSidebar = (item: NavigationItem): DefaultTheme.SidebarItem => ({
  text: item.text,
  link: `/${toSite(inProject(item)).replace(/(index)?\.md$/, '')}`,
  ...(item.items.length > 0 && { items: item.items.map(toSidebar) }),
});

/** VitePress compiles the pages to code that imports Vue, which they would look for in their folders and above. */
const vueOfThisFolder: Plugin = {
  name: 'vue-of-this-folder',
  enforce: 'pre',
  resolveId(id, _importer, options) {
    const importer = path.join(site, 'package.json');
    return /^vue(\/|$)/.test(id) ? this.resolve(id, importer, { ...options, skipSelf: true }) : null;
  },
};

const asMarkdown = (page: string, from = page): string => withLinks(read(page), (href) => linkFrom(page, href, from));

/** https://llmstxt.org, with the pages as Markdown. */
function llmsText(): string {
  const line = (item: NavigationItem) => {
    const file = inProject(item);
    const about = file.endsWith('.md') ? firstSentence(read(file)) : '';
    return `- [${item.text}](${toSite(file)})${about && `: ${about}`}\n`;
  };
  const sections = navigation.map(({ title, items }) => {
    const lines = items.flatMap((item) => [item, ...item.items]).map(line);
    return `\n## ${title}\n\n${lines.join('')}`;
  });
  return `# Gatehouse\n\n> ${description} All pages in one file: [llms-full.txt](llms-full.txt)\n${sections.join('')}`;
}

export default defineConfig({
  title: 'Gatehouse',
  description,
  lang: 'en',
  srcDir: root,
  // What isPage() says, as patterns.
  srcExclude: ['docs/{site,examples}/**', 'src/*/!(README.md)', 'src/*/*/**', 'test/**', 'prisma/**', 'release/**'],
  rewrites: toSite,
  // The pages link a server on the machine of the reader. Every other dead link ends the build.
  ignoreDeadLinks: 'localhostLinks',
  lastUpdated: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/logo.svg' }]],
  // The three diagrams stay code, which is readable: Mermaid (5.5 MB) is larger than all scripts of the site.
  markdown: { anchor: { slugify: slug }, config: readAsOnCodeHost },
  vite: { plugins: [vueOfThisFolder], publicDir: path.join(site, 'public'), envDir: site },
  themeConfig: {
    logo: '/logo.svg',
    sidebar: navigation.map(({ title, items }) => ({ text: title, items: items.map(toSidebar) })),
    nav: [
      { text: 'Quick start', link: '/start/quick-start' },
      { text: 'All pages', link: '/pages' },
      { text: version, link: '/changelog' },
      ...(repositoryUrl ? [{ text: 'Source', link: repositoryUrl }] : []),
    ],
    ...(repositoryUrl && { editLink: { pattern: `${repositoryUrl}/edit/main/:path`, text: 'Edit this page' } }),
    outline: [2, 3],
    search: { provider: 'local' },
    footer: { message: 'MIT License' },
  },
  transformPageData(pageData) {
    if (pageData.filePath !== 'README.md') return { description: firstSentence(read(pageData.filePath)) };
    const actions = [
      { text: 'Quick start', link: '/start/quick-start' },
      { theme: 'alt', text: 'Choose how to integrate', link: '/integrate/choose' },
      { theme: 'alt', text: 'Install', link: '/operate/install' },
    ];
    const hero = { name: 'Gatehouse', text: description.replace(/\.$/, ''), actions };
    return { title: 'Gatehouse', titleTemplate: description, frontmatter: { layout: 'home', hero } };
  },
  buildEnd({ outDir, pages }) {
    for (const page of pages) writeFileSync(path.join(outDir, toSite(page)), asMarkdown(page));
    for (const file of linkedFiles) cpSync(path.join(root, file), path.join(outDir, toSite(file)));
    writeFileSync(path.join(outDir, 'llms.txt'), llmsText());
    const texts = navigationPages.map(inProject).filter((file) => file.endsWith('.md'));
    writeFileSync(
      path.join(outDir, 'llms-full.txt'),
      ['README.md', ...texts].map((page) => asMarkdown(page, 'README.md')).join('\n\n'),
    );
  },
});
