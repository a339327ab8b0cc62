import type { Queryable, Statement } from '../db/database';

/** The networks from which users have logged in. The keys are HMACs, so that the table contains no address. */
export class KnownNetworkStore {
  constructor(private readonly db: Queryable) {}

  /** Whether the key was remembered after the given time. */
  async isKnown(key: Uint8Array<ArrayBuffer>, since: Date): Promise<boolean> {
    const rows = await this.db.run(find, [key, since]);
    return rows.length > 0;
  }

  async remember(key: Uint8Array<ArrayBuffer>, at: Date): Promise<void> {
    await this.db.run(upsert, [key, at]);
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
  text: `INSERT INTO known_networks (key, seen_ts) VALUES ($1::bytea, $2::timestamptz)
    ON CONFLICT (key) DO UPDATE SET seen_ts = greatest(known_networks.seen_ts, excluded.seen_ts)`,
};
