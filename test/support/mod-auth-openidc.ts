import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { apacheModules, pathOf } from './needs';

const modules = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'auth_openidc'];

export interface Apache {
  /** Returns the log of errors. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts Apache with `mod_auth_openidc` on a port of this machine, with these directives. */
export async function startApache(port: number, directives: string): Promise<Apache> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-apache-'));
  const log = path.join(folder, 'error.log');
  // The processes of Apache read it as another user.
  await chmod(folder, 0o755);
  await writeFile(path.join(folder, 'index.html'), 'only for people who are signed in');
  const common = [
    `ServerRoot ${folder}`,
    'ServerName localhost',
    `Listen 127.0.0.1:${port}`,
    `PidFile ${folder}/pid`,
    `ErrorLog ${log}`,
    'LogLevel auth_openidc:info',
    // Started by root, it needs a user for its processes, and root is compiled out.
    ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
    `DocumentRoot ${folder}`,
  ];
  const loaded = modules.map((name) => `LoadModule ${name}_module ${apacheModules}/mod_${name}.so`);
  const file = path.join(folder, 'apache.conf');
  await writeFile(file, [...loaded, ...common, directives, ''].join('\n'));
  const child = spawn(pathOf('Apache'), ['-d', folder, '-f', file, '-D', 'FOREGROUND'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors: string[] = [];
  child.stderr.on('data', (chunk) => errors.push(String(chunk)));
  const closed = once(child, 'close');
  const isUp = () => fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).catch(() => null);
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`Apache ended: ${errors.join('')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    log: () => readFile(log, 'utf8'),
    async stop() {
      child.kill();
      await closed;
      await rm(folder, { recursive: true });
    },
  };
}
