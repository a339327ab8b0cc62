import pino, { type DestinationStream, type Logger } from 'pino';
import { escapeControls } from '../runtime/json-text';
import { withoutSecrets } from '../runtime/secret-text';
import type { LogLevel } from './observability.settings';

export type Log = Logger;

/**
 * Creates a log that writes JSON lines to standard output. Of an error, the log contains only type, code, message and
 * stack frames. Other properties of an error can contain a row of the database or the body of a request.
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    // Operators also read logs on terminals, and Pino only escapes the control characters below 0x20.
    hooks: { streamWrite: (line: string) => escapeControls(withoutSecrets(line)) },
  };
  return destination ? pino(options, destination) : pino(options);
}

interface ErrorDescription {
  type: string;
  message: string;
  code?: string;
  frames?: string[];
  cause?: ErrorDescription;
}

function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: 'something other than an Error was thrown' };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    // The message of a GraphQLError can contain values of the document.
    message: error.name === 'GraphQLError' ? 'not logged' : error.message,
    ...code,
    frames: frames.slice(0, 12).map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
