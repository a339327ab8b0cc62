import { operationsTagged } from '../../platform/operations/define-operation';
import { auditEventsAnswer, explainAnswer, mostExplained } from './admin-audit.answers';
import { auditInput, explainInput } from './admin-audit.inputs';

const defineOperation = operationsTagged('Operation');

export const noSuchRequest =
  'The audit has no event of this request. The request changed nothing, its event was removed after AUDIT_RETENTION, or it was combined with similar events.';

export const auditEvents = defineOperation({
  name: 'auditEvents',
  rest: ['GET /admin/audit'],
  summary: 'Read the audit',
  does: 'Returns the events of the audit in pages, the newest first. An event must fit all filters. Similar rejections share one event, which moves to the beginning of the list when it is counted again: a client that reads all pages can see it twice, and misses no event that did not change in the meantime. The caller must be a super admin.',
  message: 'Audit events returned.',
  caller: 'superAdmin',
  machine: 'read',
  input: auditInput,
  answer: auditEventsAnswer,
});

export const explain = defineOperation({
  name: 'explain',
  rest: ['GET /admin/requests/{request_id}'],
  summary: 'Explain the answer to a request',
  does: `Explains in sentences why a request was rejected, or what it did, with its events. The sentences are those of the command \`gatehouse explain\`. A request with many events, such as a bulk request, has only its newest ${mostExplained} events explained. The caller must be a super admin.`,
  message: 'Request explained.',
  caller: 'superAdmin',
  machine: 'read',
  input: explainInput,
  answer: explainAnswer,
  errors: {
    NOT_FOUND:
      'The audit has no event of the request. The request changed nothing, its event was removed after `AUDIT_RETENTION`, or it was combined with similar events.',
  },
  errorMessages: { NOT_FOUND: noSuchRequest },
});
