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
    const { openPostgres } = require('./postgres-database') as typeof import('./postgres-database.js');
    return openPostgres(config, limits, onPrimaryChange);
  }
  const { openEmbedded } = require('./embedded-database') as typeof import('./embedded-database.js');
  return openEmbedded(config.dataDir);
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
