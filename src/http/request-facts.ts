import type { Response } from 'express';
import type { AppError } from '../errors';
import type { Operation } from '../operations';
import { Trail } from '../trail';

/** What is known of one request by the time it is answered. Nothing of its content. */
export interface RequestFacts {
  readonly requestId: string;
  /** Aborted when the client went away before its answer. */
  readonly gone: AbortController;
  readonly trail: Trail;
  operation?: Operation;
  /** The refusal it was answered with. */
  error?: AppError;
}

const key = 'gatehouse.facts';

export function beginFacts(res: Response, requestId: string): RequestFacts {
  const facts: RequestFacts = { requestId, gone: new AbortController(), trail: new Trail() };
  res.locals[key] = facts;
  return facts;
}

export function factsOf(res: Response): RequestFacts {
  return res.locals[key] as RequestFacts;
}
