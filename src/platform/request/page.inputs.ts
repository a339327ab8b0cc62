import { z } from 'zod';
import { reasons } from '../errors/app-error';
import { longestCursor, parsePageCursor } from './page-cursor';

interface PageSize {
  byDefault: number;
  atMost: number;
}

const cursor = z
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

/** The field of a page that says after which element the page starts. Null for the first page. */
export const pageCursor = (newest: string) =>
  cursor.meta({
    description: `The cursor from the previous page. Without it, the page starts with ${newest}.`,
    example: 'MTc5NTE5NTgxNTEyMyAwMWExZmFmZC01ZDQ4LTc0ZmItODc0Zi03ZTBjY2FjZWU5ODc',
  });

/** What the field with the number of elements says. */
export const pageSizeText = ({ byDefault, atMost }: PageSize, elements: string) => ({
  description: `The number of ${elements} in a page, from 1 to ${atMost}. The default is ${byDefault}.`,
  example: 20,
});

/** The fields of a page. The GraphQL API names its number of elements `first`, the REST API `limit`. */
export function pageFields(size: PageSize, elements: string, newest: string) {
  const first = pageSize(size.atMost).nullish();
  const text = pageSizeText(size, elements);
  return {
    first: first.meta({ ...text, api: 'graphql' }),
    limit: first.meta({ ...text, api: 'rest' }),
    after: pageCursor(newest),
  };
}

/** The field of a page that has its number of elements. */
export function pageSize(atMost: number) {
  const rule = `must be a whole number from 1 to ${atMost}`;
  return z.int(rule).min(1, rule).max(atMost, rule);
}
