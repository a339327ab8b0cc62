import type { AppError } from '../errors/app-error';
import type { OperationName } from './operation-names';
import type { RequestTimings } from './request-timings';

/** What is known of a request when it has ended, for the log, metrics and traces. Contains nothing of its content. */
export interface FinishedRequest {
  requestId: string;
  api: 'rest' | 'graphql';
  operation: OperationName;
  method: string;
  /** The path as the code declares it, never the one that was sent; null if no route fits. */
  route: string | null;
  status: number;
  /** The error that the request was answered with. */
  error: AppError | null;
  /** Whether the client disconnected before its response was sent. */
  aborted: boolean;
  /** From `performance.now()`. */
  startedAt: number;
  durationMs: number;
  timings: RequestTimings;
  /** Only read on demand, because most frequent requests are not logged. */
  ip(): string | null;
  /** As the client sent it. */
  traceparent: string | null;
}

/** Called with every request when it has ended. Must not throw. */
export type RequestObserver = (request: FinishedRequest) => void;
