import { AppError } from '../errors/app-error';
import { within } from './deadline';
import type { OperationName } from './operation-names';
import type { RequestContext } from './request-context';

/** The account and the session of an operation, which the operation sets while it runs. Only the audit uses them. */
export interface AuditSubject {
  readonly operation: OperationName;
  /** The canonical e-mail address in the input. */
  account?: string;
  userId?: string;
  sessionId?: string;
  /** An OAuth client that was rejected. The id is a UUID, also if the client is unknown. */
  client?: { id: string; isKnown: boolean };
}

export interface OperationAudit {
  succeeded(subject: AuditSubject): void;
  rejected(name: OperationName, context: RequestContext, subject: AuditSubject, error: AppError): void;
}

/**
 * Runs one operation of a request, and records its result. A GraphQL document can run several operations at the same
 * time. Each operation has its own audit subject, and all share `context.timings`.
 * @throws AppError `SERVICE_UNAVAILABLE` after the time limit, while the work continues in the background; what `work`
 * throws
 */
export type RunOperation = <Result>(
  name: OperationName,
  context: RequestContext,
  work: (subject: AuditSubject) => Promise<Result>,
) => Promise<Result>;

export function createOperation(audit: OperationAudit, answersWithinMs: number): RunOperation {
  const reason = `no answer within ${answersWithinMs} ms`;
  return (name, context, work) => within(answersWithinMs, recorded(audit, name, context, work), reason);
}

async function recorded<Result>(
  audit: OperationAudit,
  name: OperationName,
  context: RequestContext,
  work: (subject: AuditSubject) => Promise<Result>,
): Promise<Result> {
  const subject: AuditSubject = { operation: name };
  try {
    const result = await work(subject);
    audit.succeeded(subject);
    return result;
  } catch (error) {
    if (error instanceof AppError) audit.rejected(name, context, subject, error);
    throw error;
  }
}
