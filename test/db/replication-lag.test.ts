import { ReplicationLag } from '../../src/platform/db/cluster/replication-lag';

const primaryAt = (position: number, nowS = 1000) => ({ position: BigInt(position), nowS });
const standbyAt = (position: number, lastChangeS: number | null = null) => ({
  position: BigInt(position),
  lastChangeS,
});

test('a standby that has everything is not behind, however old its last change is', () => {
  const lag = new ReplicationLag();
  lag.record(primaryAt(5), 0);
  expect(lag.of(standbyAt(5, 1), primaryAt(5), 100)).toBe(0);
  expect(lag.of(standbyAt(6, 1), primaryAt(5), 100)).toBe(0);
});

test('the lag is the age of the newest position that the standby has applied', () => {
  const lag = new ReplicationLag();
  for (const [position, atMs] of [
    [5, 1000],
    [5, 3000],
    [7, 5000],
    [9, 7000],
  ] as const) {
    lag.record(primaryAt(position), atMs);
  }
  expect(lag.of(standbyAt(8), primaryAt(9), 8000)).toBe(3);
  expect(lag.of(standbyAt(7), primaryAt(9), 8000)).toBe(3);
  expect(lag.of(standbyAt(6), primaryAt(9), 8000)).toBe(5);
  expect(lag.of(standbyAt(4), primaryAt(9), 8000)).toBeNull();
});

test('the last change can show that the lag is shorter, by the clock of the primary', () => {
  const lag = new ReplicationLag();
  expect(lag.of(standbyAt(4, 990), primaryAt(9, 1000), 8000)).toBe(10);
  lag.record(primaryAt(3), 0);
  expect(lag.of(standbyAt(4, 999), primaryAt(9, 1000), 8000)).toBe(1);
  // After a pause without writes, the last change is old.
  expect(lag.of(standbyAt(4, 100), primaryAt(9, 1000), 8000)).toBe(8);
  expect(lag.of(standbyAt(4, 1001), primaryAt(9, 1000), 8000)).toBe(0);
});

test('the shorter log of a new primary replaces the positions of the old one', () => {
  const lag = new ReplicationLag();
  lag.record(primaryAt(50), 0);
  lag.record(primaryAt(40), 2000);
  expect(lag.of(standbyAt(40), primaryAt(45), 3000)).toBe(1);
  expect(lag.of(standbyAt(39), primaryAt(45), 3000)).toBeNull();
});

test('positions of ten minutes are kept', () => {
  const lag = new ReplicationLag();
  for (let i = 0; i < 301; i += 1) lag.record(primaryAt(i), i * 2000);
  expect(lag.of(standbyAt(0), primaryAt(301), 602_000)).toBeNull();
  expect(lag.of(standbyAt(1), primaryAt(301), 602_000)).toBe(600);
});
