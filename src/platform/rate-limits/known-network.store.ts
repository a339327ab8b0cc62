import type { Queryable, Statement } from '../db/database';

/** The networks from which users have logged in. The keys are HMACs, so that the table contains no address. */
export class KnownNetworkStore {
  constructor(private readonly db: Queryable) {}

  /** Whether the key was remembered after the given time. */
  async isKnown(key: Uint8Array<ArrayBuffer>, since: Date): Promise<boolean> {
    const rows = await this.db.run(find, [key, since]);
    return rows.length > 0;
  }

  /** A key that was not remembered after `since` is a new one. */
  async remember(key: Uint8Array<ArrayBuffer>, at: Date, since: Date): Promise<void> {
    await this.db.run(upsert, [key, at, since]);
  }

  async forget(key: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.db.prisma.knownNetwork.deleteMany({ where: { key } });
  }
}

const find: Statement = {
  name: 'known_network_find',
  // By hand (hot): each login.
  text: 'SELECT 1 FROM known_networks WHERE key = $1::bytea AND seen_ts > $2::timestamptz',
};

const upsert: Statement = {
  name: 'known_network_upsert',
  // By hand (hot): each login. Race: the later time is kept.
  text: `INSERT INTO known_networks AS before (key, seen_ts, since_ts)
    VALUES ($1::bytea, $2::timestamptz, $2)
    ON CONFLICT (key) DO UPDATE SET seen_ts = greatest(before.seen_ts, excluded.seen_ts),
      since_ts = CASE WHEN before.seen_ts > $3::timestamptz THEN before.since_ts ELSE excluded.since_ts END`,
};
