import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { restApi } from '../support/apis';
import { writeDataDir } from '../support/database';
import { testSecret } from '../support/gatehouse';
import { pathOf, testWith } from '../support/needs';
import { builtPackage, freePort, shortLived, spawnGatehouse } from '../support/process';
import { until } from '../support/until';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
  await writeDataDir(path.join(folder, 'data'));
});
afterAll(() => rm(folder, { recursive: true }));

const controlC = '\u0003';

/** Runs the server in a terminal until it has printed `last`, and returns the lines of the terminal. */
async function linesInTerminal(last: string, env: Record<string, string> = {}): Promise<string[]> {
  const server = [process.execPath, ...shortLived, path.join(builtPackage, 'dist/main.js')].join(' ');
  const child = spawn(pathOf('script'), ['--quiet', '--command', `exec ${server}`, '/dev/null'], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      DATA_DIR: path.join(folder, 'data'),
      GATEHOUSE_SECRET: testSecret,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let text = '';
  let isStopping = false;
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (isStopping || !text.includes(last)) continue;
    isStopping = true;
    child.stdin.write(controlC);
  }
  await ended;
  return text.replace('^C', '').split('\r\n');
}

testWith('script')(
  'in a terminal, the log has no JSON, and the block begins with the link for the first super admin',
  async () => {
    const lines = await linesInTerminal('Try:  curl');
    expect(lines.filter((line) => line.startsWith('{'))).toEqual([]);
    expect(lines).toContainEqual(
      expect.stringMatching(/^\d\d:\d\d:\d\d info {2}listening host=127\.0\.0\.1 port=\d+ database=/),
    );
    const ready = lines.findIndex((line) => line.startsWith('Gatehouse is ready on http://localhost:'));
    expect(lines.slice(ready - 3, ready)).toEqual([
      '',
      expect.stringMatching(
        /^ {2}set up {5}http:\/\/localhost:\d+\/setup\/[\w-]{64} {3}\(creates the first super admin, for 1 hour\)$/,
      ),
      '',
    ]);
    expect(lines.at(-2)).toMatch(/^\d\d:\d\d:\d\d info {2}stopped$/);
  },
);

testWith('script')('in production, the log is JSON also in a terminal', async () => {
  const lines = await linesInTerminal('/setup/', { NODE_ENV: 'production', PUBLIC_URL: 'https://id.example.com' });
  const others = lines.filter((line) => line !== '' && !line.startsWith('{"level":"'));
  expect(others).toEqual([expect.stringMatching(/^ {2}set up {5}https:\/\/id\.example\.com\/setup\/.* for 1 hour\)$/)]);
});

test('the code and the link of a mail are printed to stderr, and are not in the log', async () => {
  const server = await spawnGatehouse({ DATA_DIR: path.join(folder, 'data') });
  await server.ready();
  let [logged, printed] = ['', ''];
  server.child.stdout?.on('data', (chunk) => {
    logged += String(chunk);
  });
  server.child.stderr?.on('data', (chunk) => {
    printed += String(chunk);
  });
  const email = 'grace@example.com';
  await restApi.register(server.url, {
    email,
    firstName: 'Ada',
    lastName: 'Lovelace',
    password: 'correct horse battery',
  });
  const [, code = '', link = ''] = await until(() =>
    /^mail to grace@example\.com: .* · code (\d{6}) · (http:\S+)$/m.exec(printed),
  );
  await server.signal('SIGTERM');
  expect(logged).toContain('mail to g…@example.com');
  for (const secret of [code, link, email]) expect(logged).not.toContain(secret);
});
