import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, existsSync, mkdirSync, openSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lockFolder } from '../../src/platform/db/folder-lock';
import { testWith } from '../support/needs';
import { shortLived } from '../support/process';

let folder: string;
const lock = () => path.join(folder, 'lock');
const held = () => `${folder}.held`;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
  await rm(held(), { force: true });
});

interface Contender {
  child: ChildProcess;
  /** Rejects if the process ends, for example because two processes had the lock. */
  ask(action: 'tryToLock' | 'release' | 'lockOften', times?: number): Promise<unknown>;
}

function start(): Contender {
  const child = fork(path.join(__dirname, '../support/lock-contender.js'), [folder, held()], { execArgv: shortLived });
  children.push(child);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the process has ended')));
  ended.catch(() => {});
  const ask: Contender['ask'] = async (action, times) => {
    child.send({ action, times });
    const answer = new Promise<{ result: unknown }>((resolve) => child.once('message', resolve));
    return (await Promise.race([answer, ended])).result;
  };
  return { child, ask };
}

const startAll = (count: number) => Array.from({ length: count }, start);

async function kill({ child }: Contender): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('of several processes that start at once, exactly one gets the lock, also after a kill', async () => {
  let contenders = startAll(6);
  for (let round = 0; round < 16; round += 1) {
    const results = await Promise.all(contenders.map(({ ask }) => ask('tryToLock')));
    expect(results.filter(Boolean)).toEqual([true]);
    const winner = contenders[results.indexOf(true)] as Contender;
    if (round % 8 < 7) {
      await winner.ask('release');
      expect(readdirSync(lock())).toEqual([]);
    } else {
      await kill(winner);
      rmSync(held());
      expect(readdirSync(lock())).toHaveLength(1);
      contenders = [...contenders.filter((other) => other !== winner), start()];
    }
  }
});

test('two processes never have the lock at the same time', async () => {
  const won = await Promise.all(startAll(6).map(({ ask }) => ask('lockOften', 100)));
  expect(Math.max(...won.map(Number))).toBeGreaterThan(0);
  expect(readdirSync(lock())).toEqual([]);
});

test('a stopped process keeps the lock', async () => {
  const [holder, other] = [start(), start()];
  expect(await holder.ask('tryToLock')).toBe(true);
  holder.child.kill('SIGSTOP');
  expect(await other.ask('tryToLock')).toBe(false);
  holder.child.kill('SIGCONT');
  await holder.ask('release');
  expect(await other.ask('tryToLock')).toBe(true);
});

test('what killed processes have left is removed', async () => {
  const holder = start();
  await holder.ask('tryToLock');
  await kill(holder);
  writeFileSync(path.join(lock(), '1700000000000-abc.new'), '');
  const left = readdirSync(lock());
  const mine = await lockFolder(folder);
  expect(left).toHaveLength(2);
  expect(readdirSync(lock())).toHaveLength(1);
  expect(left).not.toContain(readdirSync(lock())[0]);
  await mine?.release();
});

test('a path that is too long for a socket', async () => {
  const deep = path.join(folder, 'd'.repeat(100), 'e'.repeat(100));
  mkdirSync(deep, { recursive: true });
  const first = await lockFolder(deep);
  expect(await lockFolder(deep)).toBeNull();
  await first?.release();
  const second = await lockFolder(deep);
  expect(second).not.toBeNull();
  await second?.release();
  expect(readdirSync(path.join(deep, 'lock'))).toEqual([]);
});

test('a lock that is a link is not followed', async () => {
  const elsewhere = `${folder}.elsewhere`;
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, lock());
  await expect(lockFolder(folder)).rejects.toThrow(`${lock()} is not a folder of Gatehouse`);
  expect(readdirSync(elsewhere)).toEqual([]);
  rmSync(elsewhere, { recursive: true });
});

describe('a version before this lock', () => {
  const openAsBefore = () => {
    const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
    return openSync(lock(), O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
  };

  test('cannot start while, or after, this version uses the folder', async () => {
    const mine = await lockFolder(folder);
    expect(openAsBefore).toThrow('EISDIR');
    await mine?.release();
    expect(openAsBefore).toThrow('EISDIR');
  });

  testWith('flock')('keeps this version out while it runs, and the file that it has left is replaced', async () => {
    const before = spawn('flock', [lock(), 'cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(before);
    before.stdin.write('locked');
    await once(before.stdout, 'data');
    expect(await lockFolder(folder)).toBeNull();
    before.stdin.end();
    await once(before, 'exit');
    expect(existsSync(lock())).toBe(true);
    const mine = await lockFolder(folder);
    expect(mine).not.toBeNull();
    await mine?.release();
  });
});
