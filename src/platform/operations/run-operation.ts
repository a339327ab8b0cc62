import { AppError, type CallerIds } from '../errors/app-error';
import { within } from '../request/deadline';
import { parseInput } from '../request/input-parser';
import type { RequestContext } from '../request/request-context';
import type { Operation, RestPath } from './define-operation';

/** Whom an operation is about, as far as it knows. Only the audit reads it. */
export interface AuditSubject {
  /** The canonical e-mail address in the input. */
  account?: string;
  userId?: string | undefined;
  sessionId?: string | undefined;
  /** An OAuth client that was rejected. The id is a UUID, also if the client is unknown. */
  client?: { id: string; isKnown: boolean };
  /** A client id that is a URL, whose document was rejected: its host, the rule, and what came back in visible ASCII. */
  clientDocument?: { host: string; rule: string; found: string | null };
}

export interface OperationAudit {
  succeeded(subject: AuditSubject): void;
  rejected(operation: Operation, context: RequestContext, subject: AuditSubject, error: AppError): void;
}

/**
 * Runs one operation of a request, and records its result. A GraphQL document can run several operations at the same
 * time. Each operation has its own audit subject, and all share `context.timings`. A method of a service that runs one throws
 * AppError with a code of the `errors` of its declaration.
 * @throws AppError `SERVICE_UNAVAILABLE` after the time limit, while the work continues in the background; what `work`
 * throws
 */
export type RunOperation = <Result>(
  operation: Operation,
  context: RequestContext,
  work: (subject: AuditSubject) => Promise<Result>,
) => Promise<Result>;

export function createOperation(audit: OperationAudit, answersWithinMs: number): RunOperation {
  const reason = `no answer within ${answersWithinMs} ms`;
  return (operation, context, work) => within(answersWithinMs, recorded(audit, operation, context, work), reason);
}

async function recorded<Result>(
  audit: OperationAudit,
  operation: Operation,
  context: RequestContext,
  work: (subject: AuditSubject) => Promise<Result>,
): Promise<Result> {
  const subject: AuditSubject = {};
  try {
    const result = await work(subject);
    audit.succeeded(subject);
    return result;
  } catch (error) {
    if (error instanceof AppError) {
      if (error.caller) nameCaller(error.caller, subject, context);
      audit.rejected(operation, context, subject, error);
    }
    throw error;
  }
}

/**
 * Returns the input of an operation as its schema makes it: null if the operation has none.
 * @throws AppError `VALIDATION_FAILED`
 */
export function readInput<Input>(
  { input: schema }: Operation<string, RestPath, Input>,
  input: unknown,
  { timings }: Pick<RequestContext, 'timings'>,
): Input {
  return schema ? timings.measureSync('validation', () => parseInput(schema, input)) : (null as Input);
}

/** From now on, the events of the operation are about this account, or about none, instead of the caller's. */
export function nameAccount(subject: AuditSubject, userId: string | null): void {
  subject.userId = userId ?? undefined;
  subject.sessionId = undefined;
}

/** Names the caller in the events of the operation, and the super admin who acts as the user in the log, too. */
export function nameCaller(
  { userId, sessionId, actor }: CallerIds,
  subject: AuditSubject,
  context: RequestContext,
): void {
  subject.userId = userId;
  subject.sessionId = sessionId;
  if (actor) context.actorId = actor.userId;
}
