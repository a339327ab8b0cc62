import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fleschKincaid } from 'flesch-kincaid';
import type { Nodes, Root } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { syllable } from 'syllable';
import { unified } from 'unified';

/**
 * `npm --prefix test/tools run readability`: the Flesch-Kincaid grade of each page (school years that a reader needs; the target is 10), and its
 * longest sentence. Code and tables do not count. Reported, not enforced: the formula knows syllables, not meaning.
 */
const target = 10;
const root = path.join(__dirname, '../..');
const parser = unified().use(remarkParse).use(remarkGfm);
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

interface Score {
  file: string;
  grade: number;
  words: number;
  longest: { words: number; text: string };
}

/** The paragraphs of a page, without code blocks, tables and HTML. Code in a sentence is one word of one syllable. */
function paragraphsOf(node: Nodes): string[] {
  if (node.type === 'paragraph') return [textOf(withoutCode(node))];
  if (node.type === 'table' || !('children' in node)) return [];
  return node.children.flatMap(paragraphsOf);
}

function withoutCode<T extends Nodes>(node: T): T {
  if (node.type === 'inlineCode') return { ...node, value: 'Code' };
  return 'children' in node ? { ...node, children: node.children.map(withoutCode) } : node;
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];

function score(file: string): Score {
  const page: Root = parser.parse(readFileSync(path.join(root, file), 'utf8'));
  const sentences = paragraphsOf(page)
    .flatMap((paragraph) =>
      [...segmenter.segment(paragraph.replaceAll(/\s+/g, ' '))].map(({ segment }) => segment.trim()),
    )
    .filter((sentence) => wordsOf(sentence).length > 0);
  const words = sentences.flatMap(wordsOf);
  const syllables = words.reduce((sum, word) => sum + syllable(word), 0);
  const [longest = ''] = sentences.toSorted((a, b) => wordsOf(b).length - wordsOf(a).length);
  return {
    file,
    grade:
      words.length > 0 ? fleschKincaid({ sentence: sentences.length, word: words.length, syllable: syllables }) : 0,
    words: words.length,
    longest: { words: wordsOf(longest).length, text: longest },
  };
}

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
});
const scores = pages.trim().split('\n').map(score);
const summary = process.argv.includes('--summary');
const above = scores.filter(({ grade }) => grade > target);
for (const { file, grade, words, longest } of summary ? above : scores) {
  console.log(`${grade.toFixed(1).padStart(5)}  ${String(words).padStart(5)} words  longest ${longest.words}  ${file}`);
}
const [first] = scores.toSorted((a, b) => b.longest.words - a.longest.words);
console.log(`readability: ${above.length} of ${scores.length} pages are above grade ${target}`);
if (!summary && first)
  console.log(`longest sentence (${first.longest.words} words, ${first.file}): ${first.longest.text}`);
