import type { Response } from 'express';
import type { AppError } from '../errors/app-error';
import type { OperationName } from '../request/operation-names';
import { RequestTimings } from '../request/request-timings';

/** What is known of a request when it is answered. Contains nothing of its content. */
export interface RequestFacts {
  readonly requestId: string;
  /** Aborted if the client disconnects before its response. */
  readonly abort: AbortController;
  readonly timings: RequestTimings;
  operation?: OperationName;
  /** The error that the request was answered with. */
  error?: AppError;
}

const key = 'gatehouse.facts';

export function beginFacts(res: Response, requestId: string): RequestFacts {
  const facts: RequestFacts = { requestId, abort: new AbortController(), timings: new RequestTimings() };
  res.locals[key] = facts;
  return facts;
}

export function factsOf(res: Response): RequestFacts {
  return res.locals[key] as RequestFacts;
}
