import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorTable } from '../../src/platform/errors/error-table';

/** Writes the codes of errors for the client package, which imports nothing of the server. */
const lines = Object.entries(errorTable).map(([code, { when }]) => `  /** ${when} */\n  | '${code}'`);
const text = `/** Every error of the service. Made from its table of errors by \`npm run codegen\`. */
export type ErrorCode =
${lines.join('\n')};
`;
writeFileSync(path.join(__dirname, '../../src/client/error-code.ts'), text);
