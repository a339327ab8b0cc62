import { z } from 'zod';
import type { Session } from '../../accounts/sessions/session';
import { sessionRecord } from '../../accounts/sessions/session.answers';
import { answerType } from '../../platform/operations/answer';

const { id, createdTs, lastUsedTs, expiresTs, userAgent, ip, clientName } = sessionRecord.shape;

export const adminSessionRecord = answerType('AdminSession', 'A live session as a super admin sees it.', {
  id,
  createdTs,
  lastUsedTs,
  expiresTs,
  userAgent,
  ip,
  actorId: z.uuid().nullable().meta({
    description: 'The super admin who opened the session to act as the user. Null if the user logged in.',
    example: null,
  }),
  clientName,
});

export const toAdminSession = (session: Session) => ({
  ...session,
  actorId: session.actor?.userId ?? null,
  clientName: session.client?.name ?? null,
});
