import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type GraphiqlFile, graphiqlDir } from './graphiql-files';

// A step of the build: writes the files of GraphiQL, unless they exist. The npm package contains them as strings in two
// modules of 9 MB, and belongs to the development dependencies, so an installation has only the compressed files.
const manifest = require.resolve('@graphql-yoga/render-graphiql/package.json');
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
const folder = path.join(graphiqlDir, version);
if (!existsSync(folder)) {
  // biome-ignore lint/correctness/noUndeclaredDependencies: the build runs this, with the development dependencies.
  const built: typeof import('@graphql-yoga/render-graphiql/graphiql') = require('@graphql-yoga/render-graphiql/graphiql');
  const contents: Record<GraphiqlFile, string> = {
    'graphiql.js': built.js,
    'graphiql.css': built.css,
    'editor-worker.js': built.editorWorkerService,
    'json-worker.js': built.jsonWorker,
    'graphql-worker.js': built.graphqlWorker,
  };
  // Without the files of an earlier version.
  rmSync(graphiqlDir, { recursive: true, force: true });
  const draft = `${graphiqlDir}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(path.join(draft, version), { recursive: true });
  for (const [name, content] of Object.entries(contents)) {
    writeFileSync(path.join(draft, version, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
  // The license of the package asks for this.
  writeFileSync(path.join(draft, version, 'LICENSE'), readFileSync(path.join(path.dirname(manifest), 'LICENSE')));
  renameSync(draft, graphiqlDir);
}
