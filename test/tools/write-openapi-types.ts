import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { document } from '../support/rest-document';

/** Writes the types of the REST API as a user of the document generates them, with no option. */
const command = path.join(__dirname, 'node_modules/.bin/openapi-typescript');
const types = execFileSync(command, { input: JSON.stringify(document), encoding: 'utf8' });
writeFileSync(path.join(__dirname, '../support/openapi-types.ts'), types);
