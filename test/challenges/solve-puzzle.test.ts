import { createHash, randomBytes } from 'node:crypto';
import { solvePuzzle as solveInClient } from '../../src/client/solve-puzzle';
import { solvePuzzle } from '../../src/platform/challenges/solve-puzzle';

const puzzleOf = (bits: number) => ({
  id: `id-${bits}`,
  salt: randomBytes(16).toString('base64url').slice(0, 21),
  bits,
});

/** The first number that is right, as Node's own SHA-256 finds it. */
function firstOf({ salt, bits }: { salt: string; bits: number }): number {
  for (let n = 0; ; n += 1) {
    if (createHash('sha256').update(`${salt}${n}`).digest().readUInt32BE() < 2 ** (32 - bits)) return n;
  }
}

test.each([1, 4, 8, 11, 14, 16])('the solver finds the first right number, with %i bits', async (bits) => {
  const puzzles = Array.from({ length: 5 }, () => puzzleOf(bits));
  const answers = await Promise.all(puzzles.map((puzzle) => solvePuzzle(puzzle)));
  expect(answers).toEqual(puzzles.map((puzzle) => `${puzzle.id}.${firstOf(puzzle)}`));
});

test('the client package has the same solver', async () => {
  const puzzle = puzzleOf(12);
  expect(await solveInClient(puzzle)).toBe(await solvePuzzle(puzzle));
});

test('the text of the solver works in a page, where nothing else of the module is', async () => {
  const puzzle = puzzleOf(12);
  const solve = new Function(`return ${solvePuzzle}`)() as typeof solvePuzzle;
  expect(await solve(puzzle)).toBe(`${puzzle.id}.${firstOf(puzzle)}`);
});

test('the solver lets other work run meanwhile', async () => {
  const events: string[] = [];
  const solving = solvePuzzle(puzzleOf(20)).then(() => events.push('solved'));
  await new Promise<void>((resolve) => {
    setTimeout(() => {
      events.push('typed');
      resolve();
    });
  });
  await solving;
  expect(events).toEqual(['typed', 'solved']);
});
