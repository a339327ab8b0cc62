import { readdirSync } from 'node:fs';
import path from 'node:path';

/** The files that GraphiQL needs, and their media types. The build writes them, compressed with gzip. */
export const graphiqlFiles = {
  'graphiql.js': 'text/javascript; charset=utf-8',
  'graphiql.css': 'text/css; charset=utf-8',
  'editor-worker.js': 'text/javascript; charset=utf-8',
  'json-worker.js': 'text/javascript; charset=utf-8',
  'graphql-worker.js': 'text/javascript; charset=utf-8',
} as const;
export type GraphiqlFile = keyof typeof graphiqlFiles;

/** Contains one folder, with the version of the npm package as its name. `dist` also if the sources run. */
export const graphiqlDir = path.join(__dirname, '../../../../dist/graphiql');

/** @throws Error if the build has not written the files */
export function builtGraphiql(): { version: string; folder: string } {
  const [version] = readdirSync(graphiqlDir);
  if (!version) throw new Error(`${graphiqlDir} is empty. Run npm run build`);
  return { version, folder: path.join(graphiqlDir, version) };
}
