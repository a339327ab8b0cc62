import type { Config } from '../config';
import { openDatabase, type Stores } from '../stores';

/** Lets a command use the database of the settings, and closes it. */
export async function withStores<Result>(config: Config, act: (stores: Stores) => Promise<Result>): Promise<Result> {
  const stores = await openDatabase(config);
  try {
    return await act(stores);
  } finally {
    await stores.close();
  }
}
