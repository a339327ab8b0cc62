import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from './config';
import { escapeControls } from './json-text';

export type Log = Logger;

/**
 * JSON lines on standard output. An error is written as its type, code, message and stack frames alone: the other
 * properties of a driver's error can hold a row, and a parser's the body.
 */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    // A log is read on a terminal, too; pino escapes C0 alone.
    hooks: { streamWrite: escapeControls },
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
    // GraphQL's own repeats the values of a document.
    message: error.name === 'GraphQLError' ? 'not logged' : error.message,
    ...code,
    frames: frames.slice(0, 12).map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
