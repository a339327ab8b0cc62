import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './process';

const caddy = '/usr/bin/caddy';
export const hasCaddy = existsSync(caddy);

/**
 * Starts Caddy with a Caddyfile of the documentation, which serves `:80`. `addresses` replaces other addresses in it.
 */
export async function startCaddy(
  documented: string,
  addresses: Record<string, string>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-caddy-'));
  const replacements = Object.entries({ ...addresses, ':80 {': `http://127.0.0.1:${port} {` });
  const adapted = replacements.reduce((text, [from, to]) => text.replace(from, to), documented);
  const file = path.join(folder, 'Caddyfile');
  await writeFile(file, `{\n\tadmin off\n}\n${adapted}`);
  const child = spawn(caddy, ['run', '--adapter', 'caddyfile', '--config', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  });
  const lines: string[] = [];
  child.stderr.on('data', (chunk) => lines.push(String(chunk)));
  const closed = once(child, 'close');
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`Caddy ended: ${lines.join('')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    async stop() {
      child.kill();
      await closed;
      await rm(folder, { recursive: true });
    },
  };
}
