import { z } from 'zod';
import { typedString, typedText } from '../../platform/request/input-parser';
import { pageCursor, pageSize, pageSizeText } from '../../platform/request/page.inputs';
import { sessionPageSize } from './session-page';

/** Which sessions a logout ends. */
export const sessionGroups = {
  current: 'The session of this request.',
  others: 'All other sessions of the user.',
  all: 'All sessions of the user.',
} as const;

export const sessionsToEnd = z
  .enum(['current', 'others', 'all'], 'must be "current", "others" or "all"')
  .meta({ enumName: 'SessionsToEnd', values: sessionGroups, example: 'others' });

/** Without it, the keys stay: a program should not stop because its user signs out. */
export const endsKeys = z
  .boolean('must be true or false')
  .nullish()
  .transform((keys) => keys === true)
  .meta({ description: 'Whether all API keys of the user are deleted, too. By default, they stay.', example: false });

/** Keys end with several sessions, or one by one. */
export function keysWithSessions(
  { keys, sessions }: { keys: boolean; sessions: keyof typeof sessionGroups },
  ctx: z.RefinementCtx,
): void {
  if (keys && sessions === 'current')
    ctx.addIssue({ code: 'custom', path: ['keys'], message: 'needs that the other sessions end, too' });
}

export const logoutInput = z
  .object({
    sessions: sessionsToEnd.default('current').meta({ description: 'Which sessions end.' }),
    keys: endsKeys,
    refreshToken: typedText.nullish().meta({
      description:
        'The refresh token of the session, for a client that has no valid access token and no refresh cookie. It is not used up.',
      example: 'UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw',
    }),
  })
  .superRefine(keysWithSessions)
  .meta({ description: 'What `logout` ends.' });

export const sessionsInput = z.object({
  first: pageSize(sessionPageSize.atMost)
    .nullable()
    .default(sessionPageSize.byDefault)
    .transform((first) => first ?? sessionPageSize.byDefault)
    .meta(pageSizeText(sessionPageSize, 'sessions')),
  after: pageCursor('the most recently used session').transform(
    (position) => position && { lastUsedTs: position.ts, id: position.id },
  ),
});

export const revokeSessionInput = z
  .object({
    id: typedString.meta({
      format: 'uuid',
      description: 'The id of the session to end: a UUID from the list of sessions.',
      example: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
    }),
  })
  .meta({ description: 'The session that `revokeSession` ends.' });
