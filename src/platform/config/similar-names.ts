/** People often add this prefix to the name of a setting. */
const ownPrefix = 'GATEHOUSE_';
/** Shorter names, such as PORT, are too similar to other words. */
const shortestName = 6;
const mostMistakes = 2;
const mistakesIn = ({ length }: string): number => (length < 9 ? 1 : mostMistakes);

/** Returns the known name that is most similar to the written name. Null if no name is similar. */
export function similarName(written: string, known: readonly string[]): string | null {
  const name = written.toUpperCase();
  const spellings = name.startsWith(ownPrefix) ? [name, name.slice(ownPrefix.length)] : [name];
  const candidates = known
    .filter(({ length }) => length >= shortestName)
    .map((meant) => ({ meant, mistakes: Math.min(...spellings.map((spelling) => distance(spelling, meant))) }))
    .filter(({ meant, mistakes }) => mistakes <= mistakesIn(meant));
  return candidates.sort((a, b) => a.mistakes - b.mistakes)[0]?.meant ?? null;
}

/** Counts the characters to add, remove, replace or swap with a neighbor (optimal string alignment distance). */
function distance(a: string, b: string): number {
  // Return early, here and below: each start compares all environment variables.
  if (Math.abs(a.length - b.length) > mostMistakes || !haveSimilarLetters(a, b)) return Number.POSITIVE_INFINITY;
  let twoAbove: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(above, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? at(twoAbove, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(at(above, j) + 1, at(row, j - 1) + 1, replaced, swapped));
    }
    if (Math.min(...row) > mostMistakes) return Number.POSITIVE_INFINITY;
    twoAbove = above;
    above = row;
  }
  return at(above, b.length);
}

/** A mistake adds a letter to those of a name, takes one away, or both. This finds that most names are not similar. */
function haveSimilarLetters(a: string, b: string): boolean {
  let differing = lettersOf(a) ^ lettersOf(b);
  let count = 0;
  for (; differing !== 0; differing &= differing - 1) count += 1;
  return count <= 2 * mostMistakes;
}

/** The set of letters, as bits. */
function lettersOf(name: string): number {
  let letters = 0;
  for (let i = 0; i < name.length; i += 1) letters |= 1 << (name.charCodeAt(i) & 31);
  return letters;
}

const at = (row: readonly number[], i: number): number => row[i] ?? Number.POSITIVE_INFINITY;
