import { type AuditEvent, auditFieldMeanings } from '../../platform/audit/audit-event';
import { mostExplained } from './admin-audit.operations';
import type { AuditPeople, Explanation } from './admin-audit.service';

// The descriptions of both APIs.

/** The meaning of the fields of an event. The fold key is not returned. */
export const auditEventDescriptions: Readonly<Record<keyof Omit<AuditEvent, 'foldKey'>, string>> = auditFieldMeanings;

/** What an event tells of the accounts that it names. */
export const auditPeopleDescriptions = {
  user: 'The account that the event is about, as it is now. Null if the event names none, or if it was erased.',
  actor: 'The account of the super admin who acted, as it is now. Null if no super admin acted, or if it was erased.',
} as const;

type Person = Parameters<Parameters<AuditPeople['forEach']>[0]>[0];
export const personDescriptions: Readonly<Record<Exclude<keyof Person, 'disabled' | 'emailVerified'>, string>> = {
  id: 'The id of the account.',
  email: 'The e-mail address.',
  firstName: 'The first name.',
  lastName: 'The last name.',
};

export const explanationDescriptions: Readonly<Record<keyof Omit<Explanation, 'people' | 'facts'>, string>> = {
  requestId: 'The id of the request.',
  cause: 'The one cause of the rejection, in a sentence. If nothing was rejected, what was done.',
  advice: 'What the operator does about it. Null if there is nothing to do.',
  lines:
    'The explanation in sentences: the cause, the advice, then all facts. An empty line is between the explanations of two events.',
  events: `The events of the request, the oldest first, and at most the newest ${mostExplained}.`,
  hasMore: 'Whether the request has more events. Then the last line says so, too.',
};
