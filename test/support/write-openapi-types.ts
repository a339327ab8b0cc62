import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { document } from './rest-document';

/** Writes the types of the REST API as a user of the document generates them, with no option. */
const command = path.join(__dirname, 'openapi-typescript/cli.mjs');
const types = execFileSync(process.execPath, [command], { input: JSON.stringify(document), encoding: 'utf8' });
writeFileSync(path.join(__dirname, 'openapi-types.ts'), types);
