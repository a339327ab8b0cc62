import type { Config } from '../config/config';
import { openStores, type Stores } from '../wiring/stores';
import { working } from './terminal';

export async function withStores<Result>(config: Config, act: (stores: Stores) => Promise<Result>): Promise<Result> {
  const stores = await working('opening the database', () => openStores(config));
  try {
    return await act(stores);
  } finally {
    await stores.close();
  }
}
