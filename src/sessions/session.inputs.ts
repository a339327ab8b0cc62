import { z } from 'zod';
import { parserOf, typedString } from '../request/input-parser';
import { pageCursor, pageSize } from '../request/page.inputs';
import { sessionPageSize } from './session-page';

export const sessionsToEnd = z.enum(['current', 'others', 'all'], 'must be "current", "others" or "all"');

export const logoutInput = z.object({ sessions: sessionsToEnd.default('current') });

export const sessionsInput = z.object({
  first: pageSize(sessionPageSize.atMost)
    .nullable()
    .default(sessionPageSize.byDefault)
    .transform((first) => first ?? sessionPageSize.byDefault),
  after: pageCursor.transform((position) => position && { lastUsedTs: position.ts, id: position.id }),
});

export const revokeSessionInput = z.object({ id: typedString.meta({ format: 'uuid' }) });

export type LogoutField = keyof z.input<typeof logoutInput>;
export type SessionsField = keyof z.input<typeof sessionsInput>;
export type RevokeSessionField = keyof z.input<typeof revokeSessionInput>;

export const parseLogoutInput = parserOf(logoutInput);
export const parseSessionsInput = parserOf(sessionsInput);
export const parseRevokeSessionInput = parserOf(revokeSessionInput);
