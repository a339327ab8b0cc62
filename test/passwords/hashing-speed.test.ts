import { availableParallelism } from 'node:os';
import { loadHashEngine } from '../../src/accounts/passwords/hash-engine';
import { measureHashing } from '../../src/accounts/passwords/hashing-speed';
import { createPasswordHasher } from '../../src/accounts/passwords/password-hasher';
import { startGatehouse } from '../support/gatehouse';

const cores = availableParallelism();

test.each([
  ['all cores', cores, cores],
  ['one core', 1, 1],
  ['no more cores than there are', cores + 3, cores],
])('the speed is the CPU time of a hash, and the hashes per second of %s', async (_, concurrency, used) => {
  const spent = { user: 0, system: 0 };
  const usage = jest.spyOn(process, 'cpuUsage').mockImplementation((before) => ({
    user: spent.user - (before?.user ?? 0),
    system: spent.system - (before?.system ?? 0),
  }));
  let hashes = 0;
  const speed = await measureHashing(async () => {
    hashes += 1;
    spent.user += 9000;
    spent.system += 1000;
  }, concurrency);
  usage.mockRestore();
  expect(hashes).toBe(used);
  expect(speed).toEqual({ msPerHash: 10, hashesPerSecond: used * 100, cores: used });
});

test('hashes that share a core end no faster', async () => {
  const { engine } = await loadHashEngine('auto');
  for (const concurrency of [1, cores, 8 * cores]) {
    const hasher = await createPasswordHasher({ engine }, concurrency);
    expect(hasher.msPerHash()).toBeCloseTo(hasher.speed.msPerHash / Math.min(concurrency, cores), 9);
  }
});

test('the start says which engine hashes, and how fast', async () => {
  const gatehouse = await startGatehouse({ HASH_ENGINE: 'argon2', HASH_CONCURRENCY: '1' });
  await gatehouse.another({ HASH_ENGINE: 'auto' });
  await gatehouse.stop();
  const lines = gatehouse
    .logged()
    .split('\n')
    .filter((line) => line.includes('"msg":"password hashing"'));
  const speed = { level: 'info', hashesPerSecond: expect.any(Number) };
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ ...speed, engine: 'argon2', cores: 1 }),
    expect.objectContaining({ ...speed, engine: 'node-rs', cores: 1 }),
  ]);
});
