import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// Prints the bill of materials of a package in the format of CycloneDX: what npm installs with it, and what it has copies of.
//   npx tsx release/bill-of-materials.ts dist/packages/gatehouse-server.tgz

const [file = ''] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
try {
  execFileSync('tar', ['--extract', '--gzip', '--file', file, '--strip-components', '1', '--directory', folder]);
  const options = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
  const bom = JSON.parse(execFileSync('npm', options, { cwd: folder, encoding: 'utf8' }));
  const copies = path.join(folder, 'dist/node_modules');
  for (const manifest of readdirSync(copies, { recursive: true, encoding: 'utf8' })) {
    if (!/(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(manifest)) continue;
    const { name, version, license } = JSON.parse(readFileSync(path.join(copies, manifest), 'utf8'));
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const licenses = [{ license: { id: license } }];
    bom.components.push({ type: 'library', 'bom-ref': `copy:${manifest}`, name, version, purl, licenses });
  }
  process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
