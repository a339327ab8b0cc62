import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Program } from './needs';

/**
 * The code blocks of the documentation. The info string of a block says what is done with the block:
 *
 * - `sh`: bash runs the commands. Variables and programs in the background stay until the end of the page.
 * - `http` with a request line: the request is sent as it is written.
 * - `graphql`: the document is sent to /graphql, with the last access token of the page. A block `json variables` may
 *   follow with its variables.
 * - `js verify.mjs` (a file name, in any language): the block is written to that file, for commands that follow.
 * - `json`, `text`, or `http` with a status line, as the next block: the answer to the block before; see doc-answers.ts.
 * - `… not-run: <reason>`, in any language: nothing.
 */
const root = path.join(__dirname, '../..');

export interface Block {
  /** From the root of the project: `docs/operate/install.md`. */
  page: string;
  line: number;
  /** The heading it stands under. */
  section: string;
  language: string;
  /** A name in the info string: the block is this file. */
  file: string | undefined;
  isVariables: boolean;
  /** The reason in the info string. */
  notRun: string | undefined;
  text: string;
}

/** Whether newcomer.ts runs the block: a test does not download packages. */
export const isOfNewcomer = ({ notRun }: Block): boolean => notRun === 'test/support/newcomer.ts runs it';

/** A block that is executed, with the blocks that belong to it. */
export interface Step {
  block: Block;
  variables?: Block;
  answer?: Block;
}

/** The Markdown files of a folder, or the file. */
function markdownIn(name: string): string[] {
  if (!statSync(path.join(root, name)).isDirectory()) return name.endsWith('.md') ? [name] : [];
  return readdirSync(path.join(root, name)).flatMap((inside) => markdownIn(`${name}/${inside}`));
}

export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  // These have no pages, and packages that have some.
  ...readdirSync(path.join(root, 'docs'))
    .filter((name) => name !== 'site' && name !== 'examples')
    .flatMap((name) => markdownIn(`docs/${name}`))
    .sort(),
];

const executed = ['sh', 'http', 'graphql', 'js', 'ts', 'html', 'json', 'yaml', 'sql', 'nginx', 'ini', 'css'];
/** Would look executed, and would not be. */
const aliases: Record<string, string> = {
  bash: 'sh',
  shell: 'sh',
  console: 'sh',
  javascript: 'js',
  mjs: 'js',
  typescript: 'ts',
};

export const readText = (page: string): string => readFileSync(path.join(root, page), 'utf8');
export const readPage = (page: string): Block[] => parsePage(page, readText(page));

/** The programs that the pages link: each folder in docs/examples, with the files of its subfolders. */
export const exampleFolders = (): string[] =>
  readdirSync(path.join(root, 'docs/examples'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name);
export const readExample = (folder: string): Map<string, string> => {
  const from = path.join(root, 'docs/examples', folder);
  const entries = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map(({ parentPath, name }) => path.relative(from, path.join(parentPath, name))).sort();
  // Of a reader who has started the example here.
  const isInstalled = (file: string) => /^(node_modules|dist)\/|^package-lock\.json$/.test(file);
  return new Map(
    files.filter((file) => !isInstalled(file)).map((file) => [file, readFileSync(path.join(from, file), 'utf8')]),
  );
};

export function parsePage(page: string, text: string): Block[] {
  let section = '';
  return [...text.matchAll(/^#+ ([^\n]*)$|^( *)```([^\n`]*)\n(.*?)^\2```$/gms)].flatMap((match) => {
    const [, heading, indent = '', info = '', content = ''] = match;
    if (heading !== undefined) {
      section = heading;
      return [];
    }
    const [, language = '', rest = ''] = /^(\S*) ?(.*)$/.exec(info) ?? [];
    return {
      page,
      line: text.slice(0, match.index).split('\n').length,
      section,
      language,
      file: /^[\w./-]+\.\w+$/.exec(rest)?.[0],
      isVariables: rest === 'variables',
      notRun: /^not-run: (.+)$/.exec(rest)?.[1],
      text: content.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    };
  });
}

/** The programs that the commands of these steps need. */
export function programsOf(steps: readonly Step[]): Program[] {
  const commands = steps.filter(({ block }) => block.language === 'sh' && !block.file);
  if (commands.length === 0) return [];
  const named = (['curl', 'openssl', 'pg_dump'] as const).filter((program) =>
    commands.some(({ block }) => new RegExp(`\\b${program} `).test(block.text)),
  );
  return ['bash', ...named];
}

/** Whether the block is executed, or says why it is not. */
const isExample = ({ language }: Block): boolean => executed.includes(language) || language in aliases;

/** What to execute, in order. Throws if a block is neither executed nor has a reason not to be. */
export function stepsOf(blocks: readonly Block[]): Step[] {
  const steps: Step[] = [];
  /** What the next block can belong to. */
  let open: Step | undefined;
  for (const block of blocks) {
    if (block.notRun !== undefined) {
      open = undefined;
    } else if (block.isVariables && open?.block.language === 'graphql') {
      open.variables = block;
    } else if (open && isAnswer(block)) {
      open.answer = block;
      open = undefined;
    } else if (block.file || ['sh', 'graphql'].includes(block.language) || isRequest(block)) {
      const step = { block };
      steps.push(step);
      open = block.file ? undefined : step;
    } else if (isExample(block)) {
      throw new Error(`${block.page}:${block.line}: ${adviceFor(block)}`);
    } else {
      open = undefined;
    }
  }
  return steps;
}

const isRequest = ({ language, text }: Block): boolean => language === 'http' && /^[A-Z]+ \//.test(text);
const isAnswer = ({ language, text, file }: Block): boolean =>
  !file && (language === 'json' || language === 'text' || (language === 'http' && text.startsWith('HTTP/')));

function adviceFor({ language }: Block): string {
  if (language in aliases) return `write ${aliases[language]} instead of ${language}`;
  if (language === 'json') return 'no request or command stands before this answer';
  if (language === 'http') return 'neither a request (POST /path) nor the answer (HTTP/1.1 200 OK) to one before it';
  return `name the file (${language} name.${language}), or give the reason (${language} not-run: …)`;
}
