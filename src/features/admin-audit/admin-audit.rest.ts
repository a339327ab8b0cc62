import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import { auditEvents, explain } from './admin-audit.operations';
import type { AdminAuditService } from './admin-audit.service';

export const adminAuditRoutes = (audit: AdminAuditService): RestRoute[] => [
  answerRoute(auditEvents, (input, context) => audit.auditEvents(input, context)),
  answerRoute(explain, (input, context) => audit.explain(input, context)),
];
