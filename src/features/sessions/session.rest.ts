import { exampleTs } from '../../platform/operations/answer';
import {
  about,
  boolean,
  component,
  nullable,
  object,
  string,
  timestamp,
  toTimestamp,
  uuid,
} from '../../platform/rest/json-schema';
import type { ListedSession } from '../auth/account.service';
import { sessionDescriptions as text } from '../auth/descriptions';
import { exampleUser } from '../users/user.answers';
import { type SessionPage, toSessionCursor } from './session-page';

export function toSessionRecord(session: ListedSession) {
  return {
    id: session.id,
    current: session.current,
    created_ts: toTimestamp(session.createdTs),
    last_used_ts: toTimestamp(session.lastUsedTs),
    expires_ts: toTimestamp(session.expiresTs),
    user_agent: session.userAgent,
    ip: session.ip,
    impersonated: session.actor !== null,
    client_name: session.client?.name ?? null,
  };
}

export const sessionSchema = component(
  'Session',
  'A session of a user. A login opens a session. A logout, a revocation or the end of its lifetime ends the session.',
  () =>
    object({
      id: about(uuid, text.id),
      current: about(boolean, text.current),
      created_ts: timestamp(text.createdTs),
      last_used_ts: timestamp(text.lastUsedTs),
      expires_ts: timestamp(text.expiresTs),
      user_agent: nullable(about(string, text.userAgent)),
      ip: nullable(about(string, text.ip)),
      impersonated: about(boolean, text.impersonated),
      client_name: nullable(about(string, text.clientName)),
    }),
);

/** `next` is the cursor of the next page, or null on the last page. */
export function toSessionPageRecord({ sessions, hasMore }: SessionPage<ListedSession>) {
  const last = sessions.at(-1);
  return { sessions: sessions.map(toSessionRecord), next: hasMore && last ? toSessionCursor(last) : null };
}

export const sessionPageSchema = about(
  object({
    sessions: {
      type: 'array',
      description: 'The sessions of this page, most recently used first.',
      items: sessionSchema,
    },
    next: nullable(
      about(string, 'The cursor that the client sends as `after` to get the next page. Null on the last page.'),
    ),
  }),
  'One page of the list of sessions.',
);

export const exampleSession: ListedSession = {
  id: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
  userId: exampleUser.id,
  current: true,
  createdTs: exampleTs,
  lastUsedTs: exampleTs,
  authTs: exampleTs,
  acr: 'aal1',
  amr: ['pwd'],
  expiresTs: new Date('2026-12-20T17:30:15.123Z'),
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  ip: '203.0.113.7',
  revision: 0,
  actor: null,
  client: null,
  originSessionId: null,
};
