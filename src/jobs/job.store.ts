import type { Queryable, Statement } from '../db/database';

/** When jobs were started, so that only one of several instances runs each job. */
export interface JobStore {
  /** Claims the job; false if another instance has started it after `since`. */
  claim(job: string, at: Date, since: Date): Promise<boolean>;
}

export class SqlJobStore implements JobStore {
  constructor(private readonly db: Queryable) {}

  async claim(job: string, at: Date, since: Date): Promise<boolean> {
    return (await this.db.run(claim, [job, at, since])).length === 1;
  }
}

const claim: Statement = {
  name: 'job_claim',
  text: `INSERT INTO jobs (name, started_ts) VALUES ($1, $2::timestamptz)
    ON CONFLICT (name) DO UPDATE SET started_ts = excluded.started_ts WHERE jobs.started_ts < $3::timestamptz
    RETURNING name`,
};
