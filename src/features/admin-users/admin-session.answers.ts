import { z } from 'zod';
import type { Session } from '../../accounts/sessions/session';
import { sessionRecord } from '../../accounts/sessions/session.answers';
import { answerType } from '../../platform/operations/answer';
import { accountDescriptions } from './descriptions';

const { id, createdTs, lastUsedTs, expiresTs, userAgent, ip, clientName } = sessionRecord.shape;

export const adminSessionRecord = answerType('AdminSession', 'A live session as a super admin sees it.', {
  id,
  createdTs,
  lastUsedTs,
  expiresTs,
  userAgent,
  ip,
  actorId: z.uuid().nullable().meta({ description: accountDescriptions.sessionActorId, example: null }),
  clientName,
});

export const toAdminSession = (session: Session): z.infer<typeof adminSessionRecord> => ({
  id: session.id,
  createdTs: session.createdTs,
  lastUsedTs: session.lastUsedTs,
  expiresTs: session.expiresTs,
  userAgent: session.userAgent,
  ip: session.ip,
  actorId: session.actor?.userId ?? null,
  clientName: session.client?.name ?? null,
});
