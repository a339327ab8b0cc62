import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { mostHelloBytes, ownHello } from '../../src/platform/db/command-server/command-protocol';
import { type CommandServer, openCommandServer } from '../../src/platform/db/command-server/command-server';
import { CommandSession } from '../../src/platform/db/command-server/command-session';
import { commandSocketName, openCommandSocketPath } from '../../src/platform/db/command-server/command-socket-path';
import { FrameReader, mostFrameBytes, toFrame } from '../../src/platform/db/command-server/frames';
import { createRemoteDatabase } from '../../src/platform/db/command-server/remote-database';
import { connectToServer } from '../../src/platform/db/command-server/server-connection';
import { findExposed } from '../../src/platform/db/data-dir';
import type { Database } from '../../src/platform/db/database';
import { isUniqueViolation } from '../../src/platform/db/database-error';
import { createPgliteDatabase } from '../../src/platform/db/embedded-database';
import { NoSocketError } from '../../src/platform/db/socket-path';
import { createLog } from '../../src/platform/observability/log';
import { openInMemory } from '../support/snapshots';
import { connected, sharedOf } from '../support/through-server';

const log = createLog('silent');
let database: Database;
let folder: string;
let server: CommandServer;
beforeAll(async () => {
  database = createPgliteDatabase(await openInMemory('migrated'));
  await database.query('CREATE TABLE kept (name text PRIMARY KEY)');
});
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  server = await openCommandServer(folder, sharedOf(database), log);
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
  await database.query('DELETE FROM kept');
});
afterAll(() => database.close());

const names = async () => (await database.query('SELECT name FROM kept ORDER BY name')).map(({ name }) => name);
const insert = (name: string) => ({ name: 'test_kept', text: `INSERT INTO kept VALUES ('${name}')` });
const socketFile = () => path.join(folder, commandSocketName);

async function rawConnection(): Promise<Socket> {
  const socket = connect(socketFile()).on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Resolves when the server has ended the connection. */
const ended = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.resume();
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });

test('only its owner can connect, and the end of the server removes the socket', async () => {
  expect((statSync(socketFile()).mode & 0o7777).toString(8)).toBe('600');
  expect(findExposed(folder)).toEqual({ folder: false, files: [] });
  await server.close();
  expect(() => statSync(socketFile())).toThrow('ENOENT');
  expect(await connectToServer(folder)).toBeNull();
});

test('a command does not connect to a socket that another user can use, or has made', async () => {
  chmodSync(socketFile(), 0o620);
  await expect(connectToServer(folder)).rejects.toThrow('another user can use');
  chmodSync(socketFile(), 0o600);
  (await connectToServer(folder))?.close();
  // Only root can give a file away.
  if (process.getuid?.() !== 0) return;
  chownSync(socketFile(), 12_345, 12_345);
  await expect(connectToServer(folder)).rejects.toThrow('or has made it');
});

test('what a killed server has left is replaced', async () => {
  await server.close();
  writeFileSync(socketFile(), '');
  expect(await connectToServer(folder)).toBeNull();
  server = await openCommandServer(folder, sharedOf(database), log);
  (await connected(folder)).close();
});

test('values and rows have the same types as without the server', async () => {
  const statement = {
    name: 'test_values',
    text: `SELECT $1::timestamptz AS at, $2::bytea AS bytes, $3::jsonb AS json, $4::uuid AS id, $5::text[] AS texts,
      $6::int8 AS big, $7::float8 AS float, $8::bool AS yes, $9::text AS nothing, $10::text AS text,
      ARRAY[1, 2, NULL]::int[] AS numbers, 12.50::numeric AS exact, 9007199254740993::int8 AS bigger, '{}'::text[] AS none,
      '2026-11-20'::date AS day, count(*) AS count FROM kept`,
  };
  const values = [
    new Date('2026-11-20T17:30:15.123Z'),
    randomBytes(5),
    { a: [1, null, 'ü'] },
    randomUUID(),
    ['a', 'b "c"', ''],
    2n ** 60n,
    1.5,
    true,
    null,
    'line\n\u{1F600}',
  ];
  const remote = createRemoteDatabase(await connected(folder));
  const [there] = await remote.run<Record<string, unknown>>(statement, values);
  const [here] = await database.run<Record<string, unknown>>(statement, values);
  expect(there).toEqual(here);
  expect(here).toMatchObject({ big: 2n ** 60n, at: values[0], bytes: expect.any(Uint8Array), nothing: null });
  const at = new Date('2026-11-20T17:30:15.123Z');
  await remote.prisma.job.create({ data: { name: 'typed', startedTs: at } });
  expect(await remote.prisma.job.findMany()).toEqual(await database.prisma.job.findMany());
  await database.query('DELETE FROM jobs');
  await remote.close();
});

test('a violated unique index is recognized, by hand and by Prisma', async () => {
  const remote = createRemoteDatabase(await connected(folder));
  await remote.run(insert('a'), []);
  const failures = [
    () => remote.run(insert('a'), []),
    async () => remote.prisma.$executeRawUnsafe(insert('a').text),
    () => remote.transaction(null, (tx) => tx.run(insert('a'), [])),
  ];
  for (const fail of failures) {
    const error = await fail().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(isUniqueViolation(error)).toBe(true);
  }
  await remote.close();
});

test('two commands at the same time do not mix their transactions', async () => {
  const remotes = [createRemoteDatabase(await connected(folder)), createRemoteDatabase(await connected(folder))];
  const work = remotes.flatMap((remote, i) =>
    Array.from({ length: 10 }, (_, n) =>
      remote.transaction(null, async (tx) => {
        await tx.run(insert(`${i} ${n} first`), []);
        await tx.run(insert(`${i} ${n} second`), []);
        if (n % 2 === 1) throw new Error('undo');
      }),
    ),
  );
  const settled = await Promise.allSettled(work);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(await names()).toHaveLength(20);
  for (const remote of remotes) await remote.close();
});

test('the end of the connection rolls the transaction back immediately, and releases the lock of migrations', async () => {
  const connection = await connected(folder);
  await connection.request({ op: 'lockMigrations' });
  await connection.request({ op: 'begin' });
  await connection.request({ op: 'run', text: insert('half').text, values: [], inTransaction: true });
  expect(() => sharedOf(database).lockMigrations()).toThrow('Another instance is migrating');
  connection.close();
  // Waits until the transaction has ended.
  expect(await names()).toEqual([]);
  await server.close();
  sharedOf(database).lockMigrations()();
});

test('the end of the server rolls back, and is the error of the command', async () => {
  const remote = createRemoteDatabase(await connected(folder));
  const work = remote.transaction(null, async (tx) => {
    await tx.run(insert('half'), []);
    await server.close();
    await tx.run(insert('other half'), []);
  });
  await expect(work).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    cause: {
      message: 'the server stopped while this command used its database (SERVER_STOPPED): run the command again',
    },
  });
  expect(await names()).toEqual([]);
});

describe('a transaction that is open for too long is rolled back', () => {
  test.each(['idleMs', 'wholeMs'] as const)('by the limit %s, and then serves again', async (limit) => {
    const hour = 3_600_000;
    let expired: (limit: string) => void = () => {};
    const expiring = new Promise<string>((resolve) => {
      expired = resolve;
    });
    const session = new CommandSession(sharedOf(database), expired, { idleMs: hour, wholeMs: hour, [limit]: 1 });
    await session.answer({ op: 'begin' });
    expect(await expiring).toBe(limit);
    const request = { op: 'run', text: insert('late').text, values: [], inTransaction: true } as const;
    await expect(session.answer(request)).rejects.toMatchObject({ code: '25P03' });
    await expect(session.answer({ op: 'commit' })).rejects.toMatchObject({ code: '25P03' });
    await session.answer({ op: 'rollback' });
    expect(await names()).toEqual([]);
    await session.end();
  });
});

describe('a client that is no command', () => {
  const hello = () => toFrame(Buffer.from(JSON.stringify(ownHello())));
  const length = (bytes: number) => {
    const prefix = Buffer.alloc(4);
    prefix.writeUInt32BE(bytes);
    return prefix;
  };

  const hour = 3_600_000;
  const longest = { connections: 8, helloMs: hour, requestMs: hour, replyMs: hour };
  /** Only the limits that are given can end a connection in this test. */
  const restart = async (limits: Partial<typeof longest> = {}, endOf: () => void = () => {}) => {
    await server.close();
    server = await openCommandServer(
      folder,
      sharedOf(database),
      { warn: log.warn, debug: endOf },
      { ...longest, ...limits },
    );
  };
  /** Writes to the connection until it has ended. */
  const drip = async (socket: Socket) => {
    while (!socket.closed) {
      socket.write('.');
      await nextTurn();
    }
  };

  test.each([
    ['garbage', () => [randomBytes(200)]],
    ['an HTTP request', () => [Buffer.from('GET / HTTP/1.1\r\n\r\n')]],
    ['a hello that is no JSON', () => [toFrame(Buffer.from('{'))]],
    ['a hello that is too large', () => [length(mostHelloBytes + 1)]],
    ['a huge frame', () => [hello(), length(mostFrameBytes + 1)]],
    ['a value that is no request', () => [hello(), toFrame(serialize({ op: 'drop everything' }))]],
    ['bytes that are no value', () => [hello(), toFrame(randomBytes(50))]],
    ['a statement that is no text', () => [hello(), toFrame(serialize({ op: 'run', text: {}, values: [] }))]],
  ])('and sends %s is disconnected, and others are served', async (_, chunks) => {
    await restart();
    const socket = await rawConnection();
    for (const chunk of chunks()) socket.write(chunk);
    await ended(socket);
    (await connected(folder)).close();
  });

  test('and never sends anything, or only a part of the hello, is disconnected', async () => {
    await restart({ helloMs: 1 });
    await ended(await rawConnection());
    const half = await rawConnection();
    half.write(hello().subarray(0, 3));
    await ended(half);
  });

  test('and sends the hello byte by byte does not get more time', async () => {
    await restart({ helloMs: 50 });
    const slow = await rawConnection();
    slow.write(length(mostHelloBytes));
    await drip(slow);
  });

  test('and sends only a part of a request after the hello is disconnected', async () => {
    await restart({ requestMs: 1 });
    const half = await rawConnection();
    half.write(hello());
    half.write(length(100));
    await ended(half);
  });

  test('and sends a request byte by byte does not get more time', async () => {
    await restart({ requestMs: 50 });
    const slow = await rawConnection();
    slow.write(hello());
    slow.write(length(mostFrameBytes));
    await drip(slow);
  });

  test('and does not read the reply is disconnected', async () => {
    let onEnd = () => {};
    const end = new Promise<void>((resolve) => {
      onEnd = resolve;
    });
    await restart({ replyMs: 1 }, onEnd);
    const deaf = await rawConnection();
    // More than the buffers of the system and of the client hold.
    const text = "SELECT repeat('x', 20000000) AS text";
    deaf.write(hello());
    deaf.write(toFrame(serialize({ op: 'run', text, values: [] })));
    await end;
    deaf.destroy();
  });

  test('a command that is silent between two requests stays connected', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance', 'Date', 'hrtime'] });
    try {
      await restart();
      const connection = await connected(folder);
      const request = { op: 'run', text: 'SELECT 1 AS one', values: [], inTransaction: false } as const;
      await connection.request(request);
      jest.advanceTimersByTime(2 * hour);
      expect(await connection.request(request)).toEqual([{ one: 1 }]);
      connection.close();
    } finally {
      jest.useRealTimers();
    }
  });

  test('and has another version learns what to do', async () => {
    const socket = await rawConnection();
    socket.write(toFrame(Buffer.from(JSON.stringify({ ...ownHello(), version: '0.0.1' }))));
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    const [frame] = new FrameReader().push(Buffer.concat(chunks));
    expect(JSON.parse(String(frame))).toEqual({
      rejected: `the server that is running is Gatehouse ${ownHello().version}, and this command is Gatehouse 0.0.1. Restart the server after an update`,
    });
  });

  test('the ninth connection learns why it is rejected', async () => {
    const eight = await Promise.all(Array.from({ length: 8 }, () => connected(folder)));
    await expect(connectToServer(folder)).rejects.toThrow('the server already serves 8 commands');
    for (const connection of eight) connection.close();
  });
});

describe('the path of the socket', () => {
  test('is opened through the folder if it is too long, on Linux', async () => {
    const deep = path.join(folder, 'd'.repeat(100), 'e'.repeat(100));
    mkdirSync(deep, { recursive: true, mode: 0o700 });
    const second = await openCommandServer(deep, sharedOf(database), log);
    const remote = createRemoteDatabase(await connected(deep));
    expect(await remote.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((statSync(path.join(deep, commandSocketName)).mode & 0o7777).toString(8)).toBe('600');
    await remote.close();
    await second.close();
    expect(() => statSync(path.join(deep, commandSocketName))).toThrow('ENOENT');
  });

  test.each([
    [
      'win32',
      '/data',
      'on Windows, a command cannot use the embedded database while a server uses it. Stop the server',
    ],
    ['darwin', `/${'d'.repeat(100)}`, 'is too long for a socket'],
  ] as const)('is not possible on %s: the error says what to do', (platform, dataDir, says) => {
    expect(() => openCommandSocketPath(dataDir, platform)).toThrow(NoSocketError);
    expect(() => openCommandSocketPath(dataDir, platform)).toThrow(says);
  });
});

describe('frames', () => {
  test('are put together from chunks of any size', () => {
    const contents = ['', 'a', 'b'.repeat(1000)].map((text) => Buffer.from(text));
    const all = Buffer.concat(contents.map(toFrame));
    for (const size of [1, 3, 4, 5, 7, 500, all.length]) {
      const reader = new FrameReader();
      const frames: Buffer[] = [];
      for (let at = 0; at < all.length; at += size) frames.push(...reader.push(all.subarray(at, at + size)));
      expect(frames.map(String)).toEqual(contents.map(String));
      expect(reader.isInside).toBe(false);
    }
  });

  test('that are too large are rejected before their content arrives, and not written', () => {
    const prefix = Buffer.from([0xff, 0xff, 0xff, 0xff]);
    expect(() => [...new FrameReader().push(prefix)]).toThrow('a message has 4294967295 bytes');
    expect(() => toFrame(Buffer.allocUnsafe(mostFrameBytes + 1))).toThrow('at most 33554432 are allowed');
  });
});
