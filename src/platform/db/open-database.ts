import type { OnReadChange, Reads } from './cluster/reads';
import type { Database } from './database';
import type { DatabaseConfig } from './database.settings';
import { databaseLimits } from './database-limits';

/**
 * Opens the embedded database, or prepares PostgreSQL, which is connected at the first query.
 * @throws Error if the embedded database cannot be opened
 */
export async function openDatabase(
  config: DatabaseConfig,
  limits = databaseLimits,
  onPrimaryChange: (server: string) => void = () => {},
): Promise<Database> {
  // Only the driver that is used is loaded, because loading takes time and memory.
  if (config.kind === 'postgresql') {
    const { openPostgres } = withNavigator(
      () => require('./postgres-database') as typeof import('./postgres-database.js'),
    );
    return openPostgres(config, limits, onPrimaryChange);
  }
  const { openEmbedded } = require('./embedded-database') as typeof import('./embedded-database.js');
  return openEmbedded(config.dataDir);
}

/**
 * `pg` asks at its load whether it runs at Cloudflare. Without a `navigator`, which Node has since version 21, it makes a
 * `Response` to find out, and so loads all of `fetch`: 13 MB, and a tenth of a start.
 */
function withNavigator<Module>(load: () => Module): Module {
  if ('navigator' in globalThis) return load();
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: `Node.js/${process.version}` },
    configurable: true,
  });
  try {
    return load();
  } finally {
    Reflect.deleteProperty(globalThis, 'navigator');
  }
}

/** Prepares the servers of `DATABASE_READ_URL`. Null without this setting. */
export function openReads(
  config: DatabaseConfig,
  primary: Database,
  options: { isServer: boolean; onChange: OnReadChange },
): Reads | null {
  if (config.kind !== 'postgresql' || !config.reads) return null;
  const { Reads } = require('./cluster/reads') as typeof import('./cluster/reads.js');
  return new Reads(config.reads, primary, options.isServer, options.onChange);
}
