import type { AppError } from '../errors/app-error';
import type { OperationName } from './operation-names';
import type { RequestTimings } from './request-timings';

/** The facts of a request that has ended, for the log, metrics and traces. They contain no content of the request. */
export interface FinishedRequest {
  requestId: string;
  api: 'rest' | 'graphql';
  operation: OperationName;
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
  traceparent: string | null;
}

/** Called for every request that has ended. Must not throw. */
export type RequestObserver = (request: FinishedRequest) => void;
