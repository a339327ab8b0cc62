import type { Config } from '../config/config';
import { compareClocks } from '../wiring/instances';
import { openCommandStores, type Stores } from '../wiring/stores';
import { working } from './terminal';

/** `isAlone`: the command needs the data folder of the embedded database for itself, so the server must be stopped. */
export async function withStores<Result>(
  config: Config,
  act: (stores: Stores) => Promise<Result>,
  options: { isAlone?: boolean } = {},
): Promise<Result> {
  const stores = await working('opening the database', () => openCommandStores(config, options));
  try {
    const warning = await compareClocks(config, stores);
    if (warning !== null) process.stderr.write(`warning: ${warning}\n`);
    return await act(stores);
  } finally {
    await stores.close();
  }
}
