const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs');
const path = require('node:path');

/**
 * The Jest projects, and the test files of each. What a file imports decides, so no file is in the wrong project.
 */
const testRoot = path.join(__dirname, '..');

/** `system`: starts processes, or programs that are not part of Node. */
const startsProcess =
  /'node:child_process'|\bspawn(?:Gatehouse|Cli)\b|\/support\/(?:caddy|chromium|doc-runner|mod-auth-openidc|nginx|page-browser|pgbouncer|postgres-cluster|redis)'/;

/** `api`: opens a database, for most tests that of a server in the process of the test. */
const databases = path.join(__dirname, 'snapshots.ts');

const reached = new Map();

/** Returns the file and all files that it imports. Imports of types do not count. */
function reachedFrom(file) {
  const known = reached.get(file);
  if (known) return known;
  const files = new Set([file]);
  reached.set(file, files);
  for (const [, from] of readFileSync(file, 'utf8').matchAll(
    /^(?:import (?!type )[^;]*?from |import )'(\.[^']+)';$/gms,
  )) {
    const imported = path.resolve(path.dirname(file), from);
    const found = [imported, `${imported}.ts`, `${imported}.tsx`].find(
      (name) => existsSync(name) && statSync(name).isFile(),
    );
    if (found?.startsWith(testRoot)) for (const one of reachedFrom(found)) files.add(one);
  }
  return files;
}

function projectOf(file) {
  if (startsProcess.test(readFileSync(file, 'utf8'))) return 'system';
  return reachedFrom(file).has(databases) ? 'api' : 'unit';
}

const projects = { unit: [], api: [], system: [] };
for (const entry of readdirSync(testRoot, { withFileTypes: true })) {
  // Has packages, and no test.
  if (entry.name === 'tools') continue;
  const inFolder = entry.isDirectory() ? readdirSync(path.join(testRoot, entry.name), { recursive: true }) : [''];
  for (const name of inFolder.map((file) => path.join(testRoot, entry.name, file))) {
    if (name.endsWith('.test.ts')) projects[projectOf(name)].push(name);
  }
}

exports.projects = projects;
