import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { pathOf } from './needs';
import { freePort } from './process';

/**
 * Starts Caddy with a Caddyfile of the documentation, which serves `:80`. `addresses` replaces other addresses in it.
 */
export async function startCaddy(
  documented: string,
  addresses: Record<string, string>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const replacements = Object.entries({ ...addresses, ':80 {': `${url} {` });
  const adapted = replacements.reduce((text, [from, to]) => text.replace(from, to), documented);
  const isUp = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  return { url, stop: await run(`{\n\tadmin off\n}\n${adapted}`, isUp) };
}

/**
 * Serves each host over TLS, with the directives of a Caddyfile and a certificate that only this Caddy trusts. All hosts
 * have one port, to which a browser must map them.
 */
export async function startTlsHosts(
  hosts: Readonly<Record<string, string>>,
): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const sites = Object.entries(hosts).map(
    ([host, directives]) => `${host}:${port} {\n\ttls internal\n${directives}\n}\n`,
  );
  const options = ['admin off', 'skip_install_trust', 'auto_https disable_redirects', 'servers {\nprotocols h1 h2\n}'];
  // Caddy makes the certificates after its start.
  const isUp = async () => {
    for (const host of Object.keys(hosts)) if (!(await shakesHands(port, host))) return false;
    return true;
  };
  return { port, stop: await run(`{\n${options.join('\n')}\n}\n${sites.join('')}`, isUp) };
}

const shakesHands = (port: number, servername: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', servername, rejectUnauthorized: false });
    socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('secureConnect', () => socket.destroy());
  });

/** Runs Caddy until `isUp`. Returns a function that stops Caddy. */
async function run(caddyfile: string, isUp: () => Promise<boolean>): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-caddy-'));
  const file = path.join(folder, 'Caddyfile');
  await writeFile(file, caddyfile);
  const child = spawn(pathOf('Caddy'), ['run', '--adapter', 'caddyfile', '--config', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  });
  const lines: string[] = [];
  child.stderr.on('data', (chunk) => lines.push(String(chunk)));
  const closed = once(child, 'close');
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`Caddy ended: ${lines.join('')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return async () => {
    child.kill();
    await closed;
    await rm(folder, { recursive: true });
  };
}
