import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readExample } from './doc-pages';
import { createPageFolder } from './page-folder';
import { freePort, shortLived } from './process';
import { untilStopped } from './running';

export interface Supergraph {
  /** The composed schema. */
  sdl: string;
  /** Starts a Hive Gateway that sends this secret to Gatehouse, and returns its URL. */
  startRouter(secret: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Composes a Gatehouse and a service with reviews to a supergraph, with the programs of the documentation.
 * `PUBLIC_URL` of the Gatehouse must be `http://localhost` with the port. Each author has one review.
 */
export async function startSupergraph(
  gatehousePort: number,
  secret: string,
  authorIds: readonly string[],
): Promise<Supergraph> {
  const programs = readExample('supergraph');
  const folder = createPageFolder();
  const ports = { 4000: gatehousePort, 4003: await freePort() };
  const children: ChildProcess[] = [];

  const start = (
    name: string,
    ownPorts: Readonly<Record<string, number>>,
    routerSecret: string,
    args: readonly string[],
  ) => {
    const file = `${children.length}-${name}`;
    const realPorts: Readonly<Record<string, number>> = { ...ports, ...ownPorts };
    // In one pass, because a real port can contain a documented one.
    const text = (programs.get(name) ?? '').replaceAll(/\b400\d\b/g, (port) => String(realPorts[port] ?? port));
    folder.write(file, text);
    const child = spawn(process.execPath, [...shortLived, file, ...args], {
      cwd: folder.path,
      env: { PATH: process.env.PATH, FEDERATION_SECRET: routerSecret },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    return child;
  };
  const stop = untilStopped(async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    }
    folder.remove();
  });

  await printed(start('reviews.mjs', {}, '', authorIds), 'ready');
  await succeeded(start('compose.mjs', {}, secret, []));
  return {
    sdl: readFileSync(path.join(folder.path, 'supergraph.graphql'), 'utf8'),
    async startRouter(routerSecret) {
      const port = await freePort();
      await printed(start('gateway.mjs', { 4002: port }, routerSecret, []), 'ready');
      return `http://localhost:${port}/graphql`;
    },
    stop,
  };
}

/** Resolves when the output contains `word`. Rejects with the output if the process ends before. */
function printed(child: ChildProcess, word: string): Promise<void> {
  const chunks: string[] = [];
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        chunks.push(String(chunk));
        if (chunks.join('').includes(word)) resolve();
      });
    }
    child.once('close', () => reject(new Error(`the process ended: ${chunks.join('')}`)));
  });
}

async function succeeded(child: ChildProcess): Promise<void> {
  const chunks: string[] = [];
  child.stderr?.on('data', (chunk) => chunks.push(String(chunk)));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(chunks.join(''));
}
