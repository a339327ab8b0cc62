import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config';
import { escapeControls } from '../runtime/json-text';

export type Log = Logger;

/**
 * JSON lines on standard output. Of an error only its type, code, message and stack frames are logged: other properties
 * of a driver's error can contain a row, and those of a parser's error the body.
 */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    // Logs are also read on terminals. Pino escapes only C0 control characters.
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
    // A GraphQLError repeats values of the document.
    message: error.name === 'GraphQLError' ? 'not logged' : error.message,
    ...code,
    frames: frames.slice(0, 12).map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
