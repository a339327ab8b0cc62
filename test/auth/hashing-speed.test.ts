import { availableParallelism } from 'node:os';
import { measureHashing } from '../../src/auth/hashing-speed';
import { startGatehouse } from '../support/gatehouse';

test('the speed is what a hash takes of a core, and what all cores do in a second', async () => {
  const tenMs = async () => {
    const before = process.cpuUsage();
    while (process.cpuUsage(before).user < 10_000);
  };
  const { msPerHash, hashesPerSecond, concurrency } = await measureHashing(tenMs);
  expect(msPerHash).toBeGreaterThanOrEqual(10);
  expect(msPerHash).toBeLessThan(15);
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
