import { AppError } from '../errors/app-error';
import { within } from './deadline';
import type { OperationName } from './operation-names';
import type { RequestContext } from './request-context';

/** What an operation is about. For the audit only, never for a response. The operation fills it in while it runs. */
export interface AuditSubject {
  /** The canonical address that the input names. */
  account?: string;
  userId?: string;
  sessionId?: string;
}

/** Records the results of operations. */
export interface OperationAudit {
  succeeded(subject: AuditSubject): void;
  rejected(name: OperationName, context: RequestContext, subject: AuditSubject, error: AppError): void;
}

/**
 * Runs one operation of a request. After a time limit it throws AppError `SERVICE_UNAVAILABLE`, and the work continues
 * in the background. Errors are recorded. A request can run several operations at the same time (the root fields of a
 * GraphQL document), so each gets its own audit subject; they share `context.timings`.
 */
export type RunOperation = <Result>(
  name: OperationName,
  context: RequestContext,
  work: (subject: AuditSubject) => Promise<Result>,
) => Promise<Result>;

/** `answersWithinMs`: the time limit of every operation. */
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
  const subject: AuditSubject = {};
  try {
    const result = await work(subject);
    audit.succeeded(subject);
    return result;
  } catch (error) {
    if (error instanceof AppError) audit.rejected(name, context, subject, error);
    throw error;
  }
}
