import { notFound } from '../../platform/errors/app-error';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { auditEvents, explain } from './admin-audit.operations';
import type { AdminAuditService, AuditPage, Explanation } from './admin-audit.service';
import {
  auditPageSchema,
  exampleAuditEvent,
  exampleExplanation,
  examplePeople,
  explanationSchema,
  toAuditPageRecord,
  toExplanationRecord,
} from './audit-event.rest';

const auditEnvelope = successSchema('AuditEnvelope', 'One page of the audit.', auditPageSchema);
const explanationEnvelope = successSchema('ExplanationEnvelope', 'The explanation of a request.', explanationSchema);

export function adminAuditRoutes(audit: AdminAuditService): RestRoute[] {
  return [
    routeOf(auditEvents, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'Read the audit',
        description: `${auditEvents.does}\n\nFor the next page, the client sends \`next\` as \`after\`, as long as \`next\` is not null.`,
        success: {
          description: 'One page of the audit.',
          schema: auditEnvelope,
          example: auditBody({ events: [exampleAuditEvent], people: examplePeople, hasMore: false }),
        },
      }),
      handlers: [
        async (req, res) =>
          sendJson(res, auditBody(await audit.auditEvents(inputOf(auditEvents, req), contextOf(req, res)))),
      ],
    }),
    routeOf(explain, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'Explain the answer to a request',
        success: {
          description: 'The explanation.',
          schema: explanationEnvelope,
          example: explanationBody(exampleExplanation),
        },
        errors: { NOT_FOUND: notFound('request') },
      }),
      handlers: [
        async (req, res) =>
          sendJson(res, explanationBody(await audit.explain(inputOf(explain, req), contextOf(req, res)))),
      ],
    }),
  ];
}

const auditBody = (page: AuditPage) => successEnvelope(auditEvents.message, toAuditPageRecord(page));
const explanationBody = (explanation: Explanation) =>
  successEnvelope(explain.message, toExplanationRecord(explanation));
