import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

// Does what Dockerfile does with a package, without a container engine: lists what the image has, with sizes, and starts it as
// the user of the image, who cannot write to it.
//   npx tsx release/image.ts dist/packages/gatehouse-server.tgz

const dockerfile = readFileSync(path.join(__dirname, '../Dockerfile'), 'utf8');
/** The largest size of what Dockerfile adds to the image of Node. */
const mostMb = 160;
const port = '4099';

/** The last of these instructions, which has the form of a JSON array. */
function instruction(name: 'CMD' | 'HEALTHCHECK'): string[] {
  const [, json = ''] = new RegExp(`^${name} .*?(\\[.*\\])$`, 'm').exec(dockerfile) ?? [];
  return JSON.parse(json) as string[];
}

/** The command that installs the packages for traces. */
const [, installTraces = ''] = /^RUN (npm install .*)$/m.exec(dockerfile) ?? [];

const sizeOf = (file: string): number =>
  Number(execFileSync('du', ['--summarize', '--block-size=1K', file], { encoding: 'utf8' }).split('\t')[0]) / 1024;

/** Prints the entries of a folder, the largest first. The others are one line. */
function list(folder: string, most: number): void {
  const entries = readdirSync(folder)
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(path.join(folder, name)).map((one) => `${name}/${one}`) : name,
    )
    .map((name) => ({ name, mb: sizeOf(path.join(folder, name)) }))
    .sort((a, b) => b.mb - a.mb);
  const print = (mb: number, name: string) => process.stdout.write(`${mb.toFixed(1).padStart(8)} MB  ${name}\n`);
  for (const { name, mb } of entries.slice(0, most)) print(mb, `${path.basename(folder)}/${name}`);
  const others = entries.slice(most);
  if (others.length > 0)
    print(
      others.reduce((sum, { mb }) => sum + mb, 0),
      `${others.length} others`,
    );
}

async function start(app: string, data: string): Promise<void> {
  const user = process.geteuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};
  const options = {
    cwd: app,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: data,
      HOST: '127.0.0.1',
      PORT: port,
      // Traces cannot be sent there, but without their packages the server would not start.
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    },
    ...user,
  };
  const run = ([command = '', ...args]: string[]) => spawn(command, args, { ...options, stdio: 'inherit' });
  const server = run(instruction('CMD'));
  const ended = once(server, 'exit');
  const isHealthy = async () => (await once(run(instruction('HEALTHCHECK')), 'exit'))[0] === 0;
  try {
    while (!(await isHealthy())) {
      if (server.exitCode !== null) throw new Error('the server ended');
      await delay(200);
    }
    process.stdout.write(`healthy, as the user ${user.uid ?? 'who runs this'}\n`);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

async function main([file]: string[]): Promise<void> {
  if (!file) throw new Error('usage: release/image.ts <package>');
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  const [app, data] = [path.join(folder, 'app'), path.join(folder, 'data')];
  for (const one of [app, data]) mkdirSync(one);
  try {
    execFileSync('tar', ['--extract', '--gzip', '--file', file, '--strip-components', '1', '--directory', app]);
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['ci', ...options], { cwd: app, stdio: ['ignore', 'ignore', 'inherit'] });
    execFileSync('sh', ['-ec', installTraces], { cwd: app, stdio: ['ignore', 'ignore', 'inherit'] });
    const mb = sizeOf(app);
    list(app, 10);
    list(path.join(app, 'node_modules'), 15);
    process.stdout.write(`${mb.toFixed(0)} MB in all, at most ${mostMb}\n`);
    if (mb > mostMb) throw new Error('the image has become too large');
    for (const one of [folder, app]) chmodSync(one, 0o755);
    if (process.geteuid?.() === 0) chownSync(data, 1000, 1000);
    await start(app, data);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
