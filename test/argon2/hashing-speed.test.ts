import { availableParallelism } from 'node:os';
import { measureHashing } from '../../src/argon2/hashing-speed';
import { startGatehouse } from '../support/gatehouse';

test('the speed is the CPU time of a hash, and the hashes of all cores per second', async () => {
  let user = 0;
  const usage = jest.spyOn(process, 'cpuUsage').mockImplementation((before) => ({
    user: user - (before?.user ?? 0),
    system: 1_000_000,
  }));
  const { msPerHash, hashesPerSecond, concurrency } = await measureHashing(async () => {
    user += 10_000;
  });
  usage.mockRestore();
  expect(msPerHash).toBe(10);
  expect(concurrency).toBe(availableParallelism());
  expect(hashesPerSecond).toBeCloseTo((concurrency * 1000) / msPerHash, 5);
});

test('the start says which binary hashes, and how fast', async () => {
  const gatehouse = await startGatehouse();
  await gatehouse.stop();
  const lines = gatehouse
    .logged()
    .split('\n')
    .filter((line) => line.includes('"msg":"password hashing"'));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      binary: expect.stringMatching(/^(tuned|prebuilt|own)$/),
      hashesPerSecond: expect.any(Number),
      concurrency: availableParallelism(),
    }),
  ]);
});
