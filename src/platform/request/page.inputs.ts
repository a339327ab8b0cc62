import { z } from 'zod';
import { reasons } from '../errors/app-error';
import { longestCursor, parsePageCursor } from './page-cursor';

export const exampleCursor = 'MTc5NTE5NTgxNTEyMyAwMWExZmFmZC01ZDQ4LTc0ZmItODc0Zi03ZTBjY2FjZWU5ODc';

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

/** The fields of a page. The GraphQL API names its number of elements `first`, the REST API `limit`. */
export function pageFields(
  { byDefault, atMost }: { byDefault: number; atMost: number },
  elements: string,
  newest: string,
) {
  const size = pageSize(atMost).nullish();
  const text = {
    description: `The number of ${elements} in a page, from 1 to ${atMost}. The default is ${byDefault}.`,
    example: 20,
  };
  return {
    first: size.meta({ ...text, api: 'graphql' }),
    limit: size.meta({ ...text, api: 'rest' }),
    after: pageCursor.meta({
      description: `The cursor from the previous page. The new page starts after that cursor. Without a cursor, the page starts with ${newest}.`,
      example: exampleCursor,
    }),
  };
}

/** The field of a page that has its number of elements. */
export function pageSize(atMost: number) {
  const rule = `must be a whole number from 1 to ${atMost}`;
  return z.int(rule).min(1, rule).max(atMost, rule);
}
