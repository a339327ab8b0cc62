import type { AuditEvent } from '../../platform/audit/audit-event';
import { requestActions } from '../../platform/audit/requests.audit';
import { mailProblems } from '../../platform/email/mail-problem';
import { type ErrorCode, errorTable } from '../../platform/errors/error-table';
import { rejectionReasons } from '../../platform/errors/rejection-reason';
import { endReasons } from '../../platform/errors/session-end';
import { messageActions } from '../../platform/messages/messages.audit';
import { rateLimits } from '../../platform/rate-limits/limit-table';
import { type Sentence, say } from '../../platform/runtime/sentence';
import { webhookProblems } from '../../platform/webhooks/webhook';
import { sessionActions } from '../sessions/sessions.audit';
import { apiKeyActions } from '../users/api-keys.audit';

/** The tables of texts whose translations are found by their codes. */
export type CodedText =
  | 'action'
  | 'mail problem'
  | 'webhook problem'
  | 'code'
  | 'advice on code'
  | 'end'
  | 'limit per'
  | 'reason'
  | 'advice on reason';

/** A text of a table, without values. */
export const coded = (table: CodedText, code: string, template: string): Sentence => ({
  key: `${table} ${code}`,
  template,
  values: [],
});

/** The one cause of a rejection, or of the end of a session or key. Null for other successes. */
export function causeOf({
  action,
  outcome,
  details: { reason, clientId, channel, limit, retryAfterS },
}: AuditEvent): Sentence | null {
  const rejection = reasonOf(reason);
  if (rejection) return rejection;
  if (channel === 'sms' && reason !== undefined) return say`An SMS could not be sent (${reason}).`;
  if (action === messageActions.message_failed.name) {
    const isMail = clientId === undefined;
    const known = valueIn<string>(isMail ? mailProblems : webhookProblems, reason);
    if (reason !== undefined && known) return coded(isMail ? 'mail problem' : 'webhook problem', reason, known);
  }
  const end = reason !== undefined && ending.includes(action) ? endReasons.find(reason) : null;
  if (end) return coded('end', end.name, end.means);
  const reached = limit === undefined ? null : rateLimits.find(limit);
  if (reached) {
    return say`The limit ${reached.name} (per ${coded('limit per', reached.per, reached.per)}) was reached. The client may try again after ${retryAfterS ?? 0} s.`;
  }
  if (action === requestActions.shed.name) {
    return say`The queue for password hashing was full or too slow, because many logins and registrations arrived at the same time.`;
  }
  return codeOf(outcome);
}

/** The actions whose reason is why a session ended. Keys end with sessions. */
const ending: readonly string[] = [sessionActions.session_ended.name, apiKeyActions.api_key_deleted.name];

/** The cause of a rejection. */
export const failureCauseOf = (event: AuditEvent): Sentence => causeOf(event) ?? say`${event.outcome}`;

/** The cause that a reason, or an error code, stands for. */
export const failureCauses = (label: string): Sentence => reasonOf(label) ?? codeOf(label) ?? say`${label}`;

function reasonOf(reason: string | undefined): Sentence | null {
  const rejection = rejectionOf(reason);
  return rejection && coded('reason', rejection.name, rejection.means);
}

function codeOf(code: string): Sentence | null {
  const cause = valueIn<string>(codeCauses, code);
  return cause === undefined ? null : coded('code', code, cause);
}

/** The causes of rejections that have no reason in the audit, because the code says all. */
export const codeCauses = {
  EMAIL_TAKEN: 'Another account has this e-mail address.',
  ACCOUNT_DISABLED: 'The account is disabled.',
  EMAIL_NOT_VERIFIED: 'The e-mail address of the account is not verified.',
  MFA_REQUIRED: 'The password is right, and the login waits for the second factor.',
  STEP_UP_REQUIRED: 'The user must first prove again who they are.',
  NOT_FOUND: 'What the request names does not exist.',
  LINK_REQUIRED: 'An account has the address that the provider confirms.',
  CONFLICT: 'The state did not allow this.',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** The advice of the reason or, without a reason that it explains, of the limit or the error code. */
export function adviceOn({ action, outcome, details: { reason, limit } }: AuditEvent): Sentence | null {
  const ofReason = rejectionOf(reason);
  if (ofReason) return coded('advice on reason', ofReason.name, ofReason.advice);
  if (limit) return say`If it rejects users that it should not reject, raise \`RATE_LIMIT_${limit}\`.`;
  if (action === requestActions.shed.name)
    return say`If it happens often, give Gatehouse more processors or a further instance.`;
  const ofCode = valueIn<(typeof errorTable)[ErrorCode]>(errorTable, outcome);
  return ofCode ? coded('advice on code', outcome, ofCode.advice) : null;
}

const valueIn = <Value>(table: Readonly<Record<string, Value>>, name: string | undefined): Value | undefined =>
  name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;

const rejectionOf = (reason: string | undefined) => (reason === undefined ? null : rejectionReasons.find(reason));
