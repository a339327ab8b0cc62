import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import { auditEvents, explain } from './admin-audit.operations';
import type { AdminAuditService } from './admin-audit.service';
import { noSuchRequest } from './admin-audit.service';

const tag = 'Operation';

export const adminAuditRoutes = (audit: AdminAuditService): RestRoute[] => [
  answerRoute(auditEvents, { tag, summary: 'Read the audit' }, (input, context) => audit.auditEvents(input, context)),
  answerRoute(
    explain,
    { tag, summary: 'Explain the answer to a request', errors: { NOT_FOUND: noSuchRequest() } },
    (input, context) => audit.explain(input, context),
  ),
];
