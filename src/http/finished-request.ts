import type { AppError } from '../errors';
import type { Operation } from '../operations';
import type { Trail } from '../trail';

/** What is known of a request when it has ended, for those who keep count. Nothing of its content. */
export interface FinishedRequest {
  requestId: string;
  door: 'rest' | 'graphql';
  operation: Operation;
  method: string;
  /** As it is written in the code, never the path that was sent; null where none fits. */
  route: string | null;
  status: number;
  /** The refusal it was answered with. */
  error: AppError | null;
  /** Whether the client went away before its answer was sent. */
  aborted: boolean;
  /** Of `performance.now()`. */
  startedAt: number;
  durationMs: number;
  trail: Trail;
  /** Not read until it is asked for: most of what is asked thousands of times a second is not logged. */
  ip(): string | null;
  /** As it was sent. */
  traceparent: string | null;
}

/** Is told of every request when it has ended. It must not throw. */
export type RequestObserver = (request: FinishedRequest) => void;
