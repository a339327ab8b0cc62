import { z } from 'zod';
import { reasons } from '../errors/app-error';
import { parserOf, typedString } from '../request/input-parser';
import { parseSessionCursor, sessionPageSize } from './session-page';

const logoutInput = z.object({
  sessions: z.enum(['current', 'others', 'all'], 'must be "current", "others" or "all"').default('current'),
});

const pageSize = `must be a whole number from 1 to ${sessionPageSize.atMost}`;

const sessionsInput = z.object({
  first: z
    .int(pageSize)
    .min(1, pageSize)
    .max(sessionPageSize.atMost, pageSize)
    .nullish()
    .transform((first) => first ?? sessionPageSize.byDefault),
  after: z
    .string(reasons.notAString)
    .nullish()
    .transform((cursor, ctx) => {
      if (cursor === null || cursor === undefined) return null;
      const position = parseSessionCursor(cursor);
      if (position) return position;
      ctx.addIssue({ code: 'custom', message: 'must be a cursor that an earlier page returned' });
      return z.NEVER;
    }),
});

const revokeSessionInput = z.object({ id: typedString });

export type LogoutField = keyof z.input<typeof logoutInput>;
export type SessionsField = keyof z.input<typeof sessionsInput>;
export type RevokeSessionField = keyof z.input<typeof revokeSessionInput>;

export const parseLogoutInput = parserOf(logoutInput);
export const parseSessionsInput = parserOf(sessionsInput);
export const parseRevokeSessionInput = parserOf(revokeSessionInput);
