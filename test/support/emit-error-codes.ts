import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorTable } from '../../src/platform/errors/error-table';
import '../../src/compose/features';
import { sessionEndDescriptions } from '../../src/platform/errors/session-end';

/** Writes the codes of errors and the solver of puzzles for the client package, which imports nothing of the server. */
const union = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, meaning]) => `  /** ${meaning} */\n  | '${name}'`)
    .join('\n');
const codes = Object.fromEntries(Object.entries(errorTable).map(([code, { when }]) => [code, when]));
const text = `/** Every error of the service. Made from its table of errors by \`npm run codegen\`. */
export type ErrorCode =
${union(codes)};

/** Why a session has ended. */
export type SessionEnd =
${union(sessionEndDescriptions())};
`;
writeFileSync(path.join(__dirname, '../../src/client/error-code.ts'), text);

const solver = readFileSync(path.join(__dirname, '../../src/platform/challenges/solve-puzzle.ts'), 'utf8');
const copied = '// Copied from src/platform/challenges by `npm run codegen`.\n\n';
writeFileSync(path.join(__dirname, '../../src/client/solve-puzzle.ts'), copied + solver);
