import type { Config } from '../config';
import { openDatabase, type Stores } from '../stores';
import { working } from './terminal';

/** Lets a command use the database of the settings, and closes it. */
export async function withStores<Result>(config: Config, act: (stores: Stores) => Promise<Result>): Promise<Result> {
  const stores = await working('opening the database', () => openDatabase(config));
  try {
    return await act(stores);
  } finally {
    await stores.close();
  }
}
