import type { AppError } from '../errors/app-error';
import type { TrustedBackend } from './request-context';
import type { RequestTimings } from './request-timings';

/** What a request was sent to. `pages` are the pages for people, and the forms on them. */
export const requestApis = ['rest', 'graphql', 'pages'] as const;
export type RequestApi = (typeof requestApis)[number];

/** The queues in which requests wait because of their operation. */
export type OperationQueue = 'hashing' | 'changes';

/** The name is from the code, so a client cannot add names to logs, metrics and traces. */
export interface RequestOperation {
  readonly name: string;
  readonly traffic?: 'probe' | 'check' | undefined;
  /** In which queue a request waits. */
  readonly queue?: OperationQueue | null | undefined;
}

/** The facts of a request that has ended, for the log, metrics and traces. They contain no content of the request. */
export interface FinishedRequest {
  requestId: string;
  api: RequestApi;
  operation: RequestOperation;
  method: string;
  /** The path of the route as declared in the code. Null if no route matched. */
  route: string | null;
  status: number;
  error: AppError | null;
  /** Whether the client disconnected before the response was sent. */
  aborted: boolean;
  /** A time of `performance.now()`. */
  startedAt: number;
  durationMs: number;
  timings: RequestTimings;
  /** Read on demand, because the most frequent requests are not logged. */
  ip(): string | null;
  backend: TrustedBackend | null;
  /** The super admin who acted as the user, or who used the administration API. */
  actorId: string | null;
  traceparent: string | null;
}

/** Called for every request that has ended. Must not throw. */
export type RequestObserver = (request: FinishedRequest) => void;
