import { z } from 'zod';
import { person } from '../../accounts/users/person.inputs';
import { auditActions } from '../../platform/audit/action';
import type { AuditOutcome } from '../../platform/audit/audit-event';
import { errorTable } from '../../platform/errors/error-table';
import { flag, time } from '../../platform/request/filter.inputs';
import { line, textWith, typedText } from '../../platform/request/input-parser';
import { pageFields } from '../../platform/request/page.inputs';
import { keysOf } from '../../platform/runtime/keys-of';
import { isUuid } from '../../platform/runtime/uuid';

const auditPageSize = { byDefault: 100, atMost: 200 } as const;

const action = z
  .lazy(() => z.enum(auditActions.names(), 'must be an action of the audit'))
  .nullish()
  .transform((value) => value ?? null);

const outcomes: readonly AuditOutcome[] = ['success', 'failure', ...keysOf(errorTable)];
const outcome = z
  .enum(outcomes, 'must be "success", "failure" or an error code')
  .nullish()
  .transform((value) => value ?? null);

const longestNetwork = 50;
const network = typedText
  .pipe(line.refine((text) => text.length <= longestNetwork, `must have at most ${longestNetwork} characters`))
  .meta({ maxLength: longestNetwork })
  .nullish()
  .transform((text) => text || null);

const organizationId = typedText
  .pipe(z.string().refine(isUuid, 'must be a UUID'))
  .nullish()
  .transform((text) => text?.toLowerCase() ?? null);

export const auditInput = z
  .object({
    ...pageFields(auditPageSize, 'events', 'the newest event'),
    user: person.meta({
      description:
        'Only events of this account: its id or its e-mail address. An address also finds rejected requests with the address, even if it has no account.',
      example: 'ada@example.com',
    }),
    actor: person.meta({
      description: 'Only what this super admin did: the id of the account or its e-mail address.',
      example: '01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90',
    }),
    action: action.meta({
      description: 'Only events with this action.',
      example: 'login_failed',
      values: () => Object.fromEntries(auditActions.all().map(({ name, means }) => [name, means])),
    }),
    outcome: outcome.meta({
      description:
        'Only events with this outcome: `success`, the error code of the answer, or `failure` if a background job failed.',
      example: 'INVALID_CREDENTIALS',
    }),
    network: network.meta({
      description: 'Only events from this network: an IPv4 address, or the /64 of an IPv6 address, as in an event.',
      example: '203.0.113.7',
    }),
    organizationId: organizationId.meta({
      format: 'uuid',
      description: 'Only events of this organization: its id.',
      example: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de',
    }),
    since: time.meta({ description: 'Only events at this time or later.' }),
    until: time.meta({ description: 'Only events that began at this time or earlier.' }),
    reads: flag.meta({
      description: 'Whether the list has what super admins read (`admin_read`). With false, it does not.',
      example: false,
    }),
  })
  .transform(({ first, limit, after, ...filter }) => ({
    first: first ?? limit ?? auditPageSize.byDefault,
    after,
    filter,
  }));

const longestRequestId = 200;
const requestId = line
  .refine(
    (text) => text.length >= 1 && text.length <= longestRequestId,
    `must have 1 to ${longestRequestId} characters`,
  )
  .meta({ minLength: 1, maxLength: longestRequestId });

export const explainInput = z.object({
  requestId: textWith(requestId).meta({
    description: 'The id of a request: the `X-Request-Id` of its response, or the `requestId` of a line in the log.',
    example: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
  }),
});
