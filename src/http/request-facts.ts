import type { Request, Response } from 'express';
import type { AppError } from '../errors/app-error';
import type { OperationName } from '../request/operation-names';
import { RequestTimings } from '../request/request-timings';
import { ipOf } from './client-address';

/** What is known of a request when it is answered. Contains nothing of its content. */
export class RequestFacts {
  readonly timings = new RequestTimings();
  /** The path as the code declares it; null until a route fits. */
  route: string | null = null;
  operation: OperationName | null = null;
  /** The error that the request was answered with. */
  error: AppError | null = null;
  private aborting: AbortController | null = null;
  private address: string | null | undefined;

  constructor(
    readonly requestId: string,
    private readonly req: Request,
  ) {}

  /** Aborted if the client disconnects before its response. Made when it is asked for: most requests never wait. */
  get signal(): AbortSignal {
    this.aborting ??= new AbortController();
    return this.aborting.signal;
  }

  /** The address of the client. */
  get ip(): string | null {
    if (this.address === undefined) this.address = ipOf(this.req);
    return this.address;
  }

  abort(): void {
    this.aborting ??= new AbortController();
    this.aborting.abort();
  }
}

const key = 'gatehouse.facts';

export function beginFacts(req: Request, res: Response, requestId: string): RequestFacts {
  const facts = new RequestFacts(requestId, req);
  res.locals[key] = facts;
  return facts;
}

export function factsOf(res: Response): RequestFacts {
  return res.locals[key] as RequestFacts;
}
