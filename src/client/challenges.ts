import type { Send } from './http.js';
import type { BotChallenge } from './types.js';

/** `solve` finds the numbers of puzzles. A function returns the answer: of a widget, its token. */
export type AnswerChallenge = 'solve' | ((challenge: BotChallenge) => string | Promise<string>);

/** Sends a request again, once, with the answer to its challenge. */
export const answering =
  (send: Send, answer: AnswerChallenge): Send =>
  async (method, path, input, jwt) => {
    const first = await send(method, path, input, jwt);
    const asked = first.ok ? null : first.error.botChallenge;
    if (!asked) return first;
    let challenge: string;
    if (answer !== 'solve') challenge = await answer(asked);
    // Loaded with the first puzzle.
    else if (asked.kind === 'puzzle') challenge = await (await import('./solve-puzzle.js')).solvePuzzle(asked);
    else return first;
    return send(method, path, { ...input, challenge }, jwt);
  };
