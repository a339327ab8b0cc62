import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { examplePackages } from './needs';
import { freePort } from './process';

const vite = path.join(examplePackages, 'vite/bin/vite.js');
/** Without the `NODE_ENV` of Jest, as in a shell. */
const environmentOf = (folder: string, gatehouseUrl: string) => ({
  PATH: process.env.PATH,
  HOME: folder,
  NO_COLOR: '1',
  GATEHOUSE_URL: gatehouseUrl,
});

/** Builds the application in this folder, as `vite build` does. Returns the folder with the files for a web server. */
export async function buildWithVite(folder: string, gatehouseUrl: string): Promise<string> {
  const built = path.join(folder, `dist-${new URL(gatehouseUrl).host.replace(':', '-')}`);
  const env = environmentOf(folder, gatehouseUrl);
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', built], { cwd: folder, env });
  return built;
}

/** Serves the application in this folder, as `vite --port` does. */
export async function serveWithVite(
  folder: string,
  gatehouseUrl: string,
): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const child = spawn(process.execPath, [vite, '--host', '127.0.0.1', '--port', String(port), '--strictPort'], {
    cwd: folder,
    env: environmentOf(folder, gatehouseUrl),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        printed += chunk;
        if (printed.includes('Local:')) resolve();
      });
    }
    child.once('close', () => reject(new Error(`Vite ended: ${printed}`)));
  });
  return {
    port,
    async stop() {
      child.kill();
      await closed;
    },
  };
}
