// Whether the build is newer than everything that it was made of, so that `npm ci && npm test` builds once. The last step of the build makes the link.
const { lstatSync, readdirSync, statSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const folders = ['src', 'prisma', 'release'];
const files = ['package.json', 'tsconfig.json', 'node_modules/.package-lock.json'];
// A folder changes when a file in it is added or removed.
const below = (folder) => [
  folder,
  ...readdirSync(path.join(root, folder), { recursive: true }).map((name) => path.join(folder, name)),
];
const builtAt = lstatSync(path.join(root, 'node_modules/.bin/gatehouse'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
const isNewer = (file) => statSync(path.join(root, file)).mtimeMs > builtAt;
process.exit([...files, ...folders.flatMap(below)].some(isNewer) ? 1 : 0);
