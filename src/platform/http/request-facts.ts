import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { AppError } from '../errors/app-error';
import type { RequestApi, RequestOperation } from '../request/finished-request';
import { type CountedNetworks, networksOf } from '../request/network';
import type { TrustedBackend } from '../request/request-context';
import { RequestTimings } from '../request/request-timings';
import { ipOf } from './client-address';

/** The facts of a request for the log, metrics and traces. They contain no content of the request. */
export class RequestFacts {
  readonly timings = new RequestTimings();
  /** The path of the route as declared in the code. Null until a route matches. */
  route: string | null = null;
  operation: RequestOperation | null = null;
  api: RequestApi = 'rest';
  error: AppError | null = null;
  backend: TrustedBackend | null = null;
  actorId: string | null = null;
  /** See `RequestContext`. */
  country: string | null = null;
  private aborting: AbortController | null = null;
  private address: string | null | undefined;
  private addressNetworks: CountedNetworks | null = null;

  constructor(
    readonly requestId: string,
    private readonly req: IncomingMessage & Partial<Pick<Request, 'ip'>>,
  ) {}

  /** Aborts if the client disconnects before its response. Created on demand, because most requests never wait. */
  get signal(): AbortSignal {
    this.aborting ??= new AbortController();
    return this.aborting.signal;
  }

  get ip(): string | null {
    if (this.address === undefined) this.address = ipOf(this.req);
    return this.address;
  }

  get networks(): CountedNetworks {
    this.addressNetworks ??= networksOf(this.ip);
    return this.addressNetworks;
  }

  /** Records that a trusted backend sent the request. `clientIp` is the address of its user, if the backend names it. */
  sentBy(backend: TrustedBackend, clientIp: string | null): void {
    this.backend = backend;
    this.address = clientIp ?? backend.ip;
    this.addressNetworks = null;
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
