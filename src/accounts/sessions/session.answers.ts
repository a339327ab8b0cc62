import { z } from 'zod';
import { answerType, exampleOf, exampleTs } from '../../platform/operations/answer';
import { exampleUser } from '../users/user.answers';
import type { Session } from './session';

export const sessionRecord = answerType(
  'Session',
  'A session of a user. A login opens a session. A logout, a revocation or the end of its lifetime ends the session.',
  {
    id: z.uuid().meta({
      description: 'The id of the session, a UUID. It is also the `sid` of the access tokens of the session.',
      example: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
    }),
    current: z
      .boolean()
      .meta({ description: 'Whether the access token of this request belongs to this session.', example: true }),
    createdTs: z.date().meta({ description: 'The time of the login that opened the session.', example: exampleTs }),
    lastUsedTs: z.date().meta({
      description: 'The time of the last refresh. Before the first refresh, this is the time of the login.',
      example: exampleTs,
    }),
    expiresTs: z.date().meta({
      description:
        'The session ends at this time at the latest. A refresh does not change this time. The session ends earlier if the client does not refresh it for too long.',
      example: new Date('2026-12-20T17:30:15.123Z'),
    }),
    userAgent: z.string().nullable().meta({
      description:
        'The `User-Agent` header of the login, cut after 256 characters. Null if the login had no such header, and for a session of an administrator.',
      example: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    }),
    ip: z.string().nullable().meta({
      description:
        'The IPv4 or IPv6 address of the client that logged in. Null if the address is unknown, and for a session of an administrator.',
      example: '203.0.113.7',
    }),
    impersonated: z.boolean().meta({
      description:
        'Whether an administrator opened the session, to use the account in place of the user. Such a session lasts 15 minutes at most, and has no refresh token.',
      example: false,
    }),
    clientName: z.string().nullable().meta({
      description:
        'The name of the application (OAuth client) that the user signed in to. Null for every other session.',
      example: null,
    }),
  },
);

/** A session as its user sees it. */
export type ListedSession = z.infer<typeof sessionRecord>;

export const exampleSession: Session = {
  ...exampleOf(sessionRecord),
  userId: exampleUser.id,
  authTs: exampleTs,
  acr: 'aal1',
  amr: ['pwd'],
  revision: 0,
  actor: null,
  client: null,
  originSessionId: null,
};
