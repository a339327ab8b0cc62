import { randomBytes } from 'node:crypto';
import type { KnownNetworkStore } from '../../src/platform/rate-limits/known-network.store';
import { knownNetworkWorlds } from '../support/limits';

const day = (n: number) => new Date(Date.UTC(2026, 10, n));

describe.each(knownNetworkWorlds)('known networks %s', (_name, open) => {
  let world: { store: KnownNetworkStore; close(): Promise<void> };
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());

  test('a network is known from the last time it was seen', async () => {
    const [seen, other] = [Uint8Array.from(randomBytes(32)), Uint8Array.from(randomBytes(32))];
    await world.store.remember(seen, day(10), day(0));
    expect(await world.store.isKnown(seen, day(9))).toBe(true);
    expect(await world.store.isKnown(seen, day(10))).toBe(false);
    expect(await world.store.isKnown(other, day(1))).toBe(false);

    await world.store.remember(seen, day(12), day(0));
    await world.store.remember(seen, day(11), day(0));
    expect(await world.store.isKnown(seen, day(11))).toBe(true);
  });
});
