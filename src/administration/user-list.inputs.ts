import { z } from 'zod';
import { reasons } from '../errors/app-error';
import { hasAtMost, line, parserOf } from '../request/input-parser';
import { pageCursor, pageSize } from '../request/page.inputs';
import { longestEmailAddress, parseEmailAddress } from '../users/email-address';

export const userPageSize = { byDefault: 50, atMost: 100 } as const;

const size = pageSize(userPageSize.atMost).nullish();

const longestBeginning = 100;
const beginning = (longest: number) =>
  z
    .string(reasons.notAString)
    .pipe(line.refine((text) => hasAtMost(longest, text), `must have at most ${longest} characters`))
    .meta({ maxLength: longest })
    .nullish()
    // A search for nothing finds everything.
    .transform((text) => (text ? text : null));

const flag = z
  .boolean('must be true or false')
  .nullish()
  .transform((value) => value ?? null);

/** Whether the day and the hour exist: JavaScript reads 30 February as 2 March. PostgreSQL has no year 0. */
const isSameTime = (date: Date, text: string): boolean =>
  !Number.isNaN(date.getTime()) && date.getUTCFullYear() > 0 && date.toISOString().startsWith(text.slice(0, 19));

/** A date-time of either API: in UTC, with or without `Z`. */
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z?$/;
const timeRule = 'must be a date-time in UTC, such as 2026-11-20T17:30:15.123';
export const time = z
  .string(timeRule)
  .nullish()
  .transform((text, ctx) => {
    if (text === null || text === undefined) return null;
    const date = dateTime.test(text) ? new Date(text.endsWith('Z') ? text : `${text}Z`) : null;
    if (date && isSameTime(date, text)) return date;
    ctx.addIssue({ code: 'custom', message: timeRule });
    return z.NEVER;
  });

export const usersInput = z
  .object({
    /** The GraphQL API names the size of a page `first`, the REST API `limit`. */
    first: size,
    limit: size,
    after: pageCursor,
    email: beginning(longestEmailAddress).transform(
      (text) => text && (parseEmailAddress(text)?.canonical ?? text.trim().toLowerCase()),
    ),
    name: beginning(longestBeginning),
    disabled: flag,
    superAdmin: flag,
    emailVerified: flag,
    createdAfter: time,
    createdBefore: time,
  })
  .transform(({ first, limit, after, superAdmin, ...filter }) => ({
    first: first ?? limit ?? userPageSize.byDefault,
    after,
    filter: { ...filter, isSuperAdmin: superAdmin },
  }));

export type UsersField = keyof z.input<typeof usersInput>;

export const parseUsersInput = parserOf(usersInput);
