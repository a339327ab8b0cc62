import type { Queryable, Statement } from '../db/database';

/** Stores when each job was started, so that only one of several instances runs the job. */
export class JobStore {
  constructor(private readonly db: Queryable) {}

  /** Claims the job. Returns false if another instance has started the job after `since`. */
  async claim(job: string, at: Date, since: Date): Promise<boolean> {
    return (await this.db.run(claim, [job, at, since])).length === 1;
  }
}

const claim: Statement = {
  name: 'job_claim',
  // By hand (race): one of several instances starts the job.
  text: `INSERT INTO jobs (name, started_ts) VALUES ($1, $2::timestamptz)
    ON CONFLICT (name) DO UPDATE SET started_ts = excluded.started_ts WHERE jobs.started_ts < $3::timestamptz
    RETURNING name`,
};
