import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Difference, differencesOf } from './answer-differences';
import { AnswerForms } from './answer-form';
import type { ComparisonCase, ComparisonValues } from './comparison-case';
import { type Answer, ServiceUnreachableError, sendCase } from './comparison-client';

export interface CaseResult {
  name: string;
  differences: Difference[];
  /** Why the answers were not compared. Null if they were. */
  notCompared: string | null;
}

interface Services {
  /** The address of the old service and of this one, without a slash at the end. */
  old: string;
  here: string;
}

interface ComparisonOptions {
  /** The time between two cases, in milliseconds. */
  pauseMs: number;
  /** Whether a difference is expected. */
  isExpected: (name: string, place: string) => boolean;
  /** The time limit of an answer, in milliseconds. */
  withinMs?: number;
}

/** So many cases in a row without an answer end the run, because each takes the whole time limit. */
const mostUnanswered = 3;

/** Returns values for the placeholders of a run. The password has upper and lower case, a digit and another character. */
export function createValues(): ComparisonValues {
  const random = Array.from({ length: 12 }, () => randomInt(10)).join('');
  return { random, password: `Aa1!${randomBytes(750).toString('base64url')}` };
}

/**
 * Sends each case to both services, one after the other, and compares the answers.
 * @throws ServiceUnreachableError
 */
export async function* compareServices(
  { old, here }: Services,
  cases: readonly ComparisonCase[],
  { random }: ComparisonValues,
  { pauseMs, isExpected, withinMs }: ComparisonOptions,
): AsyncGenerator<CaseResult> {
  const [oldService, thisService] = [
    new ComparedService(old, random, withinMs),
    new ComparedService(here, random, withinMs),
  ];
  for (const [index, one] of cases.entries()) {
    if (index > 0 && pauseMs > 0) await delay(pauseMs);
    // This service first: if it asks the old service about unknown addresses, it must not find the account of this case.
    const now = await thisService.answer(one);
    const before = await oldService.answer(one);
    const notCompared = whyNot(before, now);
    const differences = notCompared === null ? differencesOf(before, now) : [];
    yield {
      name: one.name,
      differences: differences.filter(({ place }) => !isExpected(one.name, place) && !isWithin(one.ignore, place)),
      notCompared,
    };
  }
}

/** Whether the place is one of the places, or is within one of them. */
export const isWithin = (places: readonly string[], place: string): boolean =>
  places.some((within) => place === within || place.startsWith(`${within}.`));

function whyNot(old: Answer, here: Answer): string | null {
  const limited = [rateLimitOf('the old service', old), rateLimitOf('this service', here)].filter(
    (text) => text !== null,
  );
  if (limited.length > 0) return limited.join('; ');
  return 'problem' in old && 'problem' in here ? `both services: ${old.problem}; ${here.problem}` : null;
}

function rateLimitOf(service: string, answer: Answer): string | null {
  if ('problem' in answer || answer.status !== 429) return null;
  const wait = /^\d{1,9}$/.test(answer.retryAfter ?? '') ? `, for ${answer.retryAfter} s` : '';
  return `${service} limited the rate of requests (429)${wait}`;
}

/** One of the two services, with the ids that it has returned. */
class ComparedService {
  private readonly forms: AnswerForms;
  private unanswered = 0;

  constructor(
    private readonly url: string,
    random: string,
    private readonly withinMs: number | undefined,
  ) {
    this.forms = new AnswerForms(random);
  }

  /** Returns the answer with forms instead of values. @throws ServiceUnreachableError */
  async answer(one: ComparisonCase): Promise<Answer> {
    const answer = await sendCase(this.url, one, this.withinMs);
    if (!('problem' in answer)) {
      this.unanswered = 0;
      return answer.isJson ? { ...answer, body: this.forms.of(one.name, answer.body, one.secrets) } : answer;
    }
    this.unanswered += 1;
    if (this.unanswered < mostUnanswered) return answer;
    throw new ServiceUnreachableError(
      `${new URL(this.url).origin} did not answer ${mostUnanswered} cases in a row. The last one, ${one.name}: ${answer.problem}`,
    );
  }
}
