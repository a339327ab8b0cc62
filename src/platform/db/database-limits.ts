/** How long work in the database may take, in ms, and how much may wait. `createServices` limits the whole operation. */
export interface DatabaseLimits {
  /** The wait of a transaction until the other transactions of its account have ended. */
  accountMs: number;
  /** How many transactions of one account may wait. */
  accountQueue: number;
  /** Until PostgreSQL has accepted a connection, or until one of the pool is free. */
  connectOrAcquireMs: number;
  /** A statement in PostgreSQL. */
  statementMs: number;
  /** The wait of a statement for the lock of another transaction. More than a migration waits (docs/decisions/016). */
  lockMs: number;
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
  accountMs: 2000,
  accountQueue: 30,
  connectOrAcquireMs: 2000,
  statementMs: 2000,
  lockMs: 1500,
  replyMs: 2500,
  idleInTransactionMs: 5000,
  beginMs: 2000,
  workMs: 2000,
};
