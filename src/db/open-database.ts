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
