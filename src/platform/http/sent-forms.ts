import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';

/**
 * No document says one. Long enough for two clicks, and too short for a person to come back to the page and to send the same
 * form again.
 */
const keptMs = 2000;
const mostKept = 1000;

interface Kept<Answer> {
  answer: Answer;
  cookies: ReturnType<Response['getHeader']>;
}

/**
 * The answers to the forms of the last seconds. A browser whose person clicks twice sends the form twice, and shows only the
 * answer to the second: without this, the person would read that the code was used, or that the address has an account. Each
 * server has its own answers; with scripts, browsers send a form once.
 */
export class SentForms {
  private readonly answers = new LRUCache<string, Promise<Kept<unknown> | null>>({ max: mostKept, ttl: keptMs });

  /**
   * Returns the answer to the same request, or does the work. Answers that are not `isDone`, and errors, are not kept.
   * @param request everything that makes two requests the same, with a secret of the browser
   */
  async answer<Answer>(
    request: readonly unknown[],
    res: Response,
    work: () => Promise<Answer>,
    isDone: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const key = createHash('sha256').update(JSON.stringify(request)).digest('base64url');
    const kept = (await this.answers.get(key)) as Kept<Answer> | null | undefined;
    if (kept) {
      if (kept.cookies !== undefined) res.setHeader('Set-Cookie', kept.cookies);
      return kept.answer;
    }
    const working = work();
    const keeping = working.then(
      (answer) => (isDone(answer) ? { answer, cookies: res.getHeader('Set-Cookie') } : null),
      () => null,
    );
    this.answers.set(key, keeping);
    // The time begins with the answer.
    if (await keeping) this.answers.set(key, keeping);
    else this.answers.delete(key);
    return working;
  }
}
