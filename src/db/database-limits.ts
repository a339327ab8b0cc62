/** How long work in the database may take, in ms. `createServices` limits the whole operation. */
export interface DatabaseLimits {
  /** Until PostgreSQL has accepted a connection, or until one of the pool is free. */
  connectOrAcquireMs: number;
  /** A statement in PostgreSQL. */
  statementMs: number;
  /** A statement, until its answer has arrived from PostgreSQL. */
  replyMs: number;
  /** The time between two statements of a transaction in PostgreSQL. */
  idleInTransactionMs: number;
  /** The wait until the embedded database has ended another transaction. */
  beginMs: number;
  /** The work of a transaction. Less than an operation may take: it holds locks and blocks the embedded database. */
  workMs: number;
}

/** Tests have other limits, because they also run on slow machines. */
export const databaseLimits: DatabaseLimits = {
  connectOrAcquireMs: 2000,
  statementMs: 2000,
  replyMs: 2500,
  idleInTransactionMs: 5000,
  beginMs: 2000,
  workMs: 2000,
};
