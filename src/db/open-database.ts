import type { Database } from './database';
import type { DatabaseConfig } from './database.settings';

/** Connects to PostgreSQL at the first query; opens the embedded database. @throws Error if that cannot be opened */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  // A driver is loaded when it is used: it takes time and memory.
  if (config.kind === 'postgresql') {
    const { openPostgres } = require('./postgres-database') as typeof import('./postgres-database.js');
    return openPostgres(config.url.reveal());
  }
  const { openEmbedded } = require('./embedded-database') as typeof import('./embedded-database.js');
  return openEmbedded(config.dataDir);
}
