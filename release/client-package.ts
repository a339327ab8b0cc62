import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// Makes dist/client a package, which `npm publish dist/client` publishes. `npm run build` has compiled it.
//   npx tsx release/client-package.ts

const root = path.join(__dirname, '..');
const source = path.join(root, 'src/client');
const target = path.join(root, 'dist/client');

const { name, version, license, repository, homepage, bugs, keywords, dependencies } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);

/** One for each folder, and one for the client itself. */
const subpaths = readdirSync(source)
  .filter((name) => existsSync(path.join(source, name, 'index.ts')))
  .sort();
const entry = (folder: string) => ({ types: `${folder}/index.d.ts`, default: `${folder}/index.js` });
/** Only for the subpath that imports the package. */
const peers = {
  // For the types of `./documents`, as with Apollo Client and urql.
  graphql: `>=${major(dependencies.graphql)}`,
  jose: `^${major(dependencies.jose)}`,
  react: '>=18',
};

function major(range: string): string {
  return range.split('.')[0] ?? '';
}

const manifest = {
  // Both packages have one scope, which only their owner can publish to.
  name: name.replace('/server', '/client'),
  version,
  description:
    'The client of Gatehouse, a self-hosted account service: sign-in, sessions, and fetch with an access token.',
  license,
  keywords,
  homepage,
  bugs,
  ...(repository && { repository: { ...repository, directory: 'src/client' } }),
  type: 'module',
  sideEffects: false,
  types: './index.d.ts',
  exports: {
    '.': entry('.'),
    ...Object.fromEntries(subpaths.map((name) => [`./${name}`, entry(`./${name}`)])),
    './package.json': './package.json',
  },
  peerDependencies: peers,
  peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((name) => [name, { optional: true }])),
};
writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
cpSync(path.join(source, 'README.md'), path.join(target, 'README.md'));
cpSync(path.join(root, 'LICENSE'), path.join(target, 'LICENSE'));
