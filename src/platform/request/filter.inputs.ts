import { z } from 'zod';
import { lineOf, typedText } from './input-parser';

// The fields of a filter: without a value they match everything.

export const flag = z
  .boolean('must be true or false')
  .nullish()
  .transform((value) => value ?? null);

export const searchText = (longest: number) =>
  typedText
    .pipe(lineOf(longest))
    .nullish()
    // A search for nothing finds everything.
    .transform((text) => (text ? text : null));

/** RFC 3339, section 5.6. Without an offset it is in UTC, as in the answers of REST (specification, section 2.1). */
const dateTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/i;
const timeExample = '2026-11-20T17:30:15.123';
const timeRule = `must be a date-time, such as ${timeExample} for UTC, or with an offset (RFC 3339)`;

/** PostgreSQL has no year 0. */
const isReadable = (date: Date): boolean =>
  !Number.isNaN(date.getTime()) && date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999;

/** Null for a day or an hour that does not exist: JavaScript reads 30 February as 2 March. */
function parseTime(text: string): Date | null {
  const [, dayAndHour = '', offset] = dateTime.exec(text) ?? [];
  const [inUtc, date] = [new Date(`${dayAndHour}Z`), new Date(offset === undefined ? `${text}Z` : text)];
  if (!isReadable(inUtc) || !isReadable(date)) return null;
  return inUtc.toISOString().startsWith(dayAndHour.toUpperCase()) ? date : null;
}

export const time = z
  .string(timeRule)
  .meta({ isTime: true, example: timeExample })
  .nullish()
  .transform((text, ctx) => {
    if (text === null || text === undefined) return null;
    const date = parseTime(text);
    if (date) return date;
    ctx.addIssue({ code: 'custom', message: timeRule });
    return z.NEVER;
  });
