import { type AuditEvent, auditFieldMeanings } from '../../platform/audit/audit-event';
import { mostExplained } from './admin-audit.operations';
import type { Explanation } from './admin-audit.service';

// The descriptions of both APIs.

/** The meaning of the fields of an event. The fold key is not returned. */
export const auditEventDescriptions: Readonly<Record<keyof Omit<AuditEvent, 'foldKey'>, string>> = auditFieldMeanings;

export const explanationDescriptions: Readonly<Record<keyof Explanation, string>> = {
  requestId: 'The id of the request.',
  lines: 'The explanation in sentences. An empty line is between the explanations of two events.',
  events: `The events of the request, the oldest first, and at most the newest ${mostExplained}.`,
  hasMore: 'Whether the request has more events. Then the last line says so, too.',
};
