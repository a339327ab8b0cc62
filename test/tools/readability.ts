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
 * `npm --prefix test/tools run readability`: the Flesch-Kincaid grade of each page (school years that a reader needs; the target is 10), their
 * median, and the ten longest sentences. Code and tables do not count. Reported, not enforced: the formula knows syllables, not meaning.
 */
const target = 10;
const shown = 10;
const root = path.join(__dirname, '../..');
const parser = unified().use(remarkParse).use(remarkGfm);
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

interface Score {
  file: string;
  grade: number;
  words: number;
  /** The longest first. */
  sentences: { file: string; words: number; text: string }[];
}

/** The paragraphs of a page, without code blocks, tables and HTML. Code in a sentence is one word of one syllable. */
function paragraphsOf(node: Nodes): string[] {
  if (node.type === 'paragraph') return [textOf(withoutCode(node))];
  if (node.type === 'table' || !('children' in node)) return [];
  return node.children.flatMap(paragraphsOf);
}

function withoutCode<T extends Nodes>(node: T): T {
  if (node.type === 'inlineCode') return { ...node, value: 'Code' };
  if (node.type === 'html') return { ...node, value: '' };
  return 'children' in node ? { ...node, children: node.children.map(withoutCode) } : node;
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];

const byLength = (sentences: Score['sentences']) => sentences.toSorted((a, b) => b.words - a.words);

function score(file: string): Score {
  const page: Root = parser.parse(readFileSync(path.join(root, file), 'utf8'));
  const sentences = paragraphsOf(page)
    .flatMap((paragraph) =>
      [...segmenter.segment(paragraph.replaceAll(/\s+/g, ' '))].map(({ segment }) => segment.trim()),
    )
    .filter((sentence) => wordsOf(sentence).length > 0);
  const words = sentences.flatMap(wordsOf);
  const syllables = words.reduce((sum, word) => sum + syllable(word), 0);
  return {
    file,
    grade:
      words.length > 0 ? fleschKincaid({ sentence: sentences.length, word: words.length, syllable: syllables }) : 0,
    words: words.length,
    sentences: byLength(sentences.map((text) => ({ file, words: wordsOf(text).length, text }))),
  };
}

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
});
const scores = pages.trim().split('\n').map(score);
const summary = process.argv.includes('--summary');
const above = scores.filter(({ grade }) => grade > target);
for (const { file, grade, words, sentences } of summary ? above : scores) {
  const longest = sentences[0]?.words ?? 0;
  console.log(`${grade.toFixed(1).padStart(5)}  ${String(words).padStart(5)} words  longest ${longest}  ${file}`);
}
const median = scores.map(({ grade }) => grade).toSorted((a, b) => a - b)[Math.floor(scores.length / 2)] ?? 0;
console.log(
  `readability: ${above.length} of ${scores.length} pages are above grade ${target}, median ${median.toFixed(1)}`,
);
const longest = byLength(scores.flatMap(({ sentences }) => sentences)).slice(0, shown);
if (!summary) for (const { file, words, text } of longest) console.log(`${words} words, ${file}: ${text}`);
