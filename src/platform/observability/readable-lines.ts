import type { DestinationStream } from 'pino';

/** Turns the JSON lines of a log into lines for people: `14:03:07 warn  the message name=value`. */
export const readableLines = (write: (line: string) => unknown): DestinationStream => ({
  write: (json) => void write(`${toReadable(JSON.parse(json))}\n`),
});

interface LoggedError {
  type: string;
  message: string;
  frames?: readonly string[];
  cause?: LoggedError;
}

interface Line {
  time: string;
  level: string;
  msg?: string;
  err?: LoggedError;
  [field: string]: unknown;
}

function toReadable({ time, level, msg = '', err, ...fields }: Line): string {
  const words = Object.entries(fields).map(([name, value]) => `${name}=${inWords(value)}`);
  const clockTime = new Date(time).toTimeString().slice(0, 8);
  return [[clockTime, level.padEnd(5), printable(msg), ...words].join(' '), ...errorLines(err)].join('\n');
}

const errorLines = (err: LoggedError | undefined): string[] =>
  err
    ? [
        `  ${err.type}: ${printable(err.message)}`,
        ...(err.frames ?? []).map((frame) => `    ${printable(frame)}`),
        ...errorLines(err.cause),
      ]
    : [];

/** Quotes a text only if its end would be unclear. */
const inWords = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? printable(value) : printable(JSON.stringify(value));

/** A text on one line, without control characters that a terminal executes. */
const printable = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
