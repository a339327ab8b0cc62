import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathOf } from './needs';
import { freePort } from './process';

export interface Nginx {
  url: string;
  /**
   * Changes the addresses while nginx serves, as `nginx -s reload` does. Resolves when no request that began with the
   * addresses before is in progress.
   */
  reload(addresses: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts nginx with a configuration of the documentation, which listens on port 80. `addresses` replaces other
 * addresses.
 */
export async function startNginx(documented: string, addresses: Record<string, string>, port?: number): Promise<Nginx> {
  port ??= await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-nginx-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const configure = async (changed: Record<string, string>) => {
    const replacements = Object.entries({ ...changed, 'listen 80;': `listen 127.0.0.1:${port};` });
    const adapted = replacements.reduce((conf, [from, to]) => conf.replace(from, to), documented);
    const conf = `${user} daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}\nhttp { access_log off; ${temporary.join(' ')}\n${adapted} }`;
    await writeFile(path.join(folder, 'nginx.conf'), conf);
  };
  await configure(addresses);
  const child = spawn(pathOf('nginx'), ['-c', path.join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => null))) await new Promise((resolve) => setTimeout(resolve, 20));
  return {
    url,
    async reload(changed) {
      const before = await workersOf(child.pid);
      await configure(changed);
      child.kill('SIGHUP');
      const isServing = async () => (await workersOf(child.pid)).some((pid) => before.includes(pid));
      while (await isServing()) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    async stop() {
      child.kill();
      await once(child, 'close');
      await rm(folder, { recursive: true });
    },
  };
}

/** The processes that serve requests. After a reload, nginx starts others, and these end after their last request. */
async function workersOf(pid: number | undefined): Promise<string[]> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
}
