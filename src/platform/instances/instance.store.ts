import type { Queryable, Statement } from '../db/database';

export interface Instance {
  id: string;
  /** The name of the machine, and the port. */
  name: string;
  version: string;
  /** How far the clock of the machine is ahead of the database's clock, in ms. */
  clockOffsetMs: number;
}

/**
 * The servers that run on this database. All methods throw AppError `SERVICE_UNAVAILABLE`. By hand, so that a start does not
 * have to load Prisma.
 */
export class InstanceStore {
  constructor(private readonly db: Queryable) {}

  /** Returns the time of the database, in ms since 1970. */
  async databaseTime(): Promise<number> {
    const [row] = await this.db.run<{ now: number }>(databaseTime, []);
    return Number(row?.now);
  }

  /** Writes that the instance runs, removes rows of instances that have not stopped cleanly, and returns the others that run. */
  async renew({ id, name, version, clockOffsetMs }: Instance): Promise<Instance[]> {
    await this.db.run(renewInstance, [id, name, version, clockOffsetMs]);
    return (await this.list()).filter((other) => other.id !== id);
  }

  /** Returns the instances that run, in the order of their names. */
  list(): Promise<Instance[]> {
    return this.db.run<Instance>(listInstances, []);
  }

  async remove(id: string): Promise<void> {
    await this.db.run(removeInstance, [id]);
  }
}

const databaseTime: Statement = {
  name: 'database_time',
  // By hand (start).
  text: 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
};

const renewInstance: Statement = {
  name: 'instance_renew',
  // By hand (start). Prisma: the times are those of the database's clock.
  text: `
    WITH gone AS (
      DELETE FROM instances WHERE seen_ts < clock_timestamp() - interval '1 hour' AND id <> $1::uuid
    )
    INSERT INTO instances (id, name, version, started_ts, seen_ts, clock_offset_ms)
    VALUES ($1::uuid, $2, $3, clock_timestamp(), clock_timestamp(), $4::float8)
    ON CONFLICT (id) DO UPDATE SET seen_ts = excluded.seen_ts, clock_offset_ms = excluded.clock_offset_ms`,
};

/** A row of the future is from before the database's clock changed, so its difference is of no use. */
const listInstances: Statement = {
  name: 'instances_list',
  // By hand (start).
  text: `
    SELECT id, name, version, clock_offset_ms AS "clockOffsetMs" FROM instances
    WHERE seen_ts BETWEEN clock_timestamp() - interval '25 seconds' AND clock_timestamp() + interval '1 second'
    ORDER BY name, id`,
};

const removeInstance: Statement = {
  name: 'instance_remove',
  // By hand (start).
  text: 'DELETE FROM instances WHERE id = $1::uuid',
};
