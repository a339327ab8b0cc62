import type { Config } from '../compose/config';
import { compareClocks } from '../compose/instances';
import type { Stores } from '../compose/stores';
import type { CommandContext } from './command-context';

/** `isAlone`: the command needs the data folder of the embedded database for itself, so the server must be stopped. */
export async function withStores<Result>(
  { config, openStores, terminal }: CommandContext,
  act: (stores: Stores, config: Config) => Promise<Result>,
  options: { isAlone?: boolean } = {},
): Promise<Result> {
  const settings = config();
  const stores = await terminal.working('opening the database', () => openStores(settings, options));
  try {
    const warning = await compareClocks(settings, stores);
    if (warning !== null) terminal.note(`warning: ${warning}`);
    return await act(stores, settings);
  } finally {
    await stores.close();
  }
}
