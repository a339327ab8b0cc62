import type { ClientBase } from 'pg';

type Connection = Pick<ClientBase, 'query'>;

/** How often two clients set the time zone in turns. A pooler with many connections may not share one at the first time. */
const rounds = 3;

/**
 * Returns a function that sets the time zone of a new connection through a pooler. The pooler must set it again on each
 * connection to PostgreSQL that it uses for this client. PgBouncer does. The first connection checks this.
 * @param openOther opens another connection through the same pooler
 */
export function timeZoneThroughPooler(
  openOther: () => Promise<Connection & { end(): Promise<void> }>,
): (client: Connection) => Promise<void> {
  let checked: Promise<void> | null = null;
  const check = async (client: Connection) => {
    const other = await openOther();
    try {
      await requireOwnTimeZone(client, other);
    } finally {
      other.end().catch(() => {});
    }
  };
  return async (client) => {
    await client.query("SET TIME ZONE 'UTC'; SET datestyle = 'ISO, MDY'; SET standard_conforming_strings = on");
    checked ??= check(client).catch((error: unknown) => {
      checked = null;
      throw error;
    });
    await checked;
  };
}

/**
 * Checks that `one` keeps its time zone while `other` sets another name of the same time zone.
 * @throws Error with the code `TIME_ZONE_LOST`
 */
export async function requireOwnTimeZone(one: Connection, other: Connection): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await one.query("SET TIME ZONE 'UTC'");
    await other.query("SET TIME ZONE 'Etc/UTC'");
    const { rows } = await one.query("SELECT current_setting('TimeZone') AS zone");
    if (rows[0]?.zone !== 'UTC') {
      throw Object.assign(new Error('the pooler does not keep the time zone'), { code: 'TIME_ZONE_LOST' });
    }
  }
}
