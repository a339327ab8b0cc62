import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface BuiltServer {
  url: string;
  graphql: string;
  stop(): Promise<void>;
}

/** The built server as a process of its own, ready to serve. */
export async function startBuiltServer(nodeEnv: string): Promise<BuiltServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-'));
  const env = { NODE_ENV: nodeEnv, PORT: '0', DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['dist/main.js'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const port = await new Promise<number>((resolve, reject) => {
    let listening = 0;
    createInterface(child.stdout).on('line', (line) => {
      const { msg, port } = JSON.parse(line);
      if (msg === 'listening') listening = port;
      if (msg === 'ready') resolve(listening);
    });
    child.once('exit', (code) => reject(new Error(`dist/main.js ended with ${code}; is it built?`)));
  });
  const url = `http://localhost:${port}`;
  return {
    url,
    graphql: `${url}/graphql`,
    async stop() {
      child.kill();
      await once(child, 'exit');
      await rm(dataDir, { recursive: true });
    },
  };
}
