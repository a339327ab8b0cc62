import { z } from 'zod';
import { reasons } from '../errors/app-error';
import { longestCursor, parsePageCursor } from './page-cursor';

/** The field of a page that says after which element the page starts. Null for the first page. */
export const pageCursor = z
  .string(reasons.notAString)
  .meta({ maxLength: longestCursor })
  .nullish()
  .transform((text, ctx) => {
    if (text === null || text === undefined) return null;
    const position = parsePageCursor(text);
    if (position) return position;
    ctx.addIssue({ code: 'custom', message: 'must be a cursor that an earlier page returned' });
    return z.NEVER;
  });

/** The field of a page that has its number of elements. */
export function pageSize(atMost: number) {
  const rule = `must be a whole number from 1 to ${atMost}`;
  return z.int(rule).min(1, rule).max(atMost, rule);
}
