import type { Answer } from './comparison-client';

/**
 * How much a difference matters to the clients of the old service:
 *
 * - `outcome`: one service accepts what the other one rejects, or does not answer in JSON
 * - `form`: another status, a value that is missing, or a value of another type
 * - `open`: what the specification leaves open and clients should not depend on: texts, codes and further fields
 */
export type Rank = (typeof ranks)[number];
export const ranks = ['outcome', 'form', 'open'] as const;

export interface Difference {
  /** `status`, `content-type`, or the path of a value in the body: `result.user.tel`. */
  place: string;
  rank: Rank;
  /** The value as JSON, shortened; or `missing`. */
  old: string;
  this: string;
}

/** The differences between two answers whose bodies have forms instead of values. See `AnswerForms`. */
export function differencesOf(old: Answer, here: Answer): Difference[] {
  if ('problem' in old || 'problem' in here) {
    const [before, now] = [outcomeOf(old), outcomeOf(here)];
    return before === now ? [] : [{ place: 'answer', rank: 'outcome', old: before, this: now }];
  }
  const status = { place: 'status', old: String(old.status), this: String(here.status) };
  // Everything else in the two answers differs for this reason.
  if (isSuccess(old) !== isSuccess(here)) return [{ ...status, rank: 'outcome' }];
  const found: Difference[] = [];
  if (old.status !== here.status) found.push({ ...status, rank: 'form' });
  if (old.mediaType !== here.mediaType) {
    found.push({ place: 'content-type', rank: 'form', old: old.mediaType ?? missing, this: here.mediaType ?? missing });
  }
  if (old.isJson !== here.isJson) {
    found.push({ place: 'body', rank: 'outcome', old: bodyKind(old), this: bodyKind(here) });
  } else if (old.isJson) {
    compareValues('', old.body, here.body, found);
  }
  return found;
}

const missing = 'missing';
/** Deeper values are compared as a whole. */
const deepest = 8;

const isSuccess = ({ status }: { status: number }): boolean => status >= 200 && status < 300;
const outcomeOf = (answer: Answer): string => ('problem' in answer ? answer.problem : `status ${answer.status}`);
const bodyKind = ({ isJson }: { isJson: boolean }): string => (isJson ? 'JSON' : 'not JSON');

function compareValues(place: string, old: unknown, here: unknown, found: Difference[]): void {
  if (isObject(old) && isObject(here) && place.split('.').length < deepest) {
    for (const key of new Set([...Object.keys(old), ...Object.keys(here)])) {
      const inner = place === '' ? key : `${place}.${key}`;
      if (!Object.hasOwn(here, key)) found.push({ place: inner, rank: 'form', old: textOf(old[key]), this: missing });
      else if (!Object.hasOwn(old, key))
        found.push({ place: inner, rank: 'open', old: missing, this: textOf(here[key]) });
      else compareValues(inner, old[key], here[key], found);
    }
    return;
  }
  if (canonical(old) === canonical(here)) return;
  found.push({ place: place || 'body', rank: rankOf(place, old, here), old: textOf(old), this: textOf(here) });
}

function rankOf(place: string, old: unknown, here: unknown): Rank {
  if (place === 'success') return 'outcome';
  const isFixed = place === '' || /^result(\.|$)/.test(place) || kindOf(old) !== kindOf(here);
  return isFixed ? 'form' : 'open';
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);

/** JSON with sorted keys, because the order of keys means nothing. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort()) : item,
  );

const longestText = 80;

function textOf(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
