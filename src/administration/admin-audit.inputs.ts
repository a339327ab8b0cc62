import { z } from 'zod';
import { auditActions } from '../audit/action-table';
import type { AuditOutcome } from '../audit/audit-event';
import { reasons } from '../errors/app-error';
import { type ErrorCode, errorTable } from '../errors/error-table';
import { line, parserOf, typedString } from '../request/input-parser';
import { pageCursor, pageSize } from '../request/page.inputs';
import { isUuid } from '../runtime/uuid';
import { parseEmailAddress } from '../users/email-address';
import { time } from './user-list.inputs';

export const auditPageSize = { byDefault: 100, atMost: 200 } as const;

const size = pageSize(auditPageSize.atMost).nullish();

/** The id of a user, or an e-mail address in its canonical form. */
export type Person = { id: string } | { address: string };

/** No address and no id is longer. */
const longestPerson = 254;

const person = z
  .string(reasons.notAString)
  .meta({ maxLength: longestPerson })
  .nullish()
  .transform((text, ctx): Person | null => {
    if (text === null || text === undefined) return null;
    if (isUuid(text)) return { id: text.toLowerCase() };
    const address = text.length <= longestPerson ? parseEmailAddress(text) : null;
    if (address) return { address: address.canonical };
    ctx.addIssue({ code: 'custom', message: 'must be the id of a user or an e-mail address' });
    return z.NEVER;
  });

const actions = Object.keys(auditActions) as (keyof typeof auditActions)[];
const action = z
  .enum(actions, 'must be an action of the audit')
  .nullish()
  .transform((value) => value ?? null);

const outcomes: readonly AuditOutcome[] = ['success', 'failure', ...(Object.keys(errorTable) as ErrorCode[])];
const outcome = z
  .enum(outcomes, 'must be "success", "failure" or an error code')
  .nullish()
  .transform((value) => value ?? null);

const longestNetwork = 50;
const network = z
  .string(reasons.notAString)
  .pipe(line.refine((text) => text.length <= longestNetwork, `must have at most ${longestNetwork} characters`))
  .meta({ maxLength: longestNetwork })
  .nullish()
  .transform((text) => text || null);

export const auditInput = z
  .object({
    /** The GraphQL API names the size of a page `first`, the REST API `limit`. */
    first: size,
    limit: size,
    after: pageCursor,
    user: person,
    actor: person,
    action,
    outcome,
    network,
    since: time,
    until: time,
  })
  .transform(({ first, limit, after, ...filter }) => ({
    first: first ?? limit ?? auditPageSize.byDefault,
    after,
    filter,
  }));

const longestRequestId = 200;
export const explainInput = z.object({
  requestId: typedString
    .pipe(
      line.refine((text) => text.length >= 1 && text.length <= longestRequestId, {
        error: `must have 1 to ${longestRequestId} characters`,
      }),
    )
    .meta({ minLength: 1, maxLength: longestRequestId }),
});

export type AuditField = keyof z.input<typeof auditInput>;
export type ExplainField = keyof z.input<typeof explainInput>;

export const parseAuditInput = parserOf(auditInput);
export const parseExplainInput = parserOf(explainInput);
