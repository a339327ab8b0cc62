import type { SharedAccess, TransactionConnection } from '../database';
import { databaseLimits } from '../database-limits';
import type { CommandRequest } from './command-protocol';

/**
 * Milliseconds. A transaction of a command blocks all other queries of the server. A command limits its own
 * transactions to `databaseLimits.workMs`, unless the process is stopped, or is not one of ours.
 */
const commandTransactionLimits = { idleMs: databaseLimits.workMs + 500, wholeMs: 5000 } as const;

/** The server has ended the transaction. The code is PostgreSQL's (idle_in_transaction_session_timeout). */
class TransactionEndedError extends Error {
  readonly code = '25P03';
  constructor() {
    super('the transaction was open for too long, and was rolled back');
  }
}

interface OpenTransaction {
  connection: TransactionConnection;
  whole: NodeJS.Timeout;
}

/** Answers the requests of one command, one after the other, and owns the transaction and the lock of the command. */
export class CommandSession {
  private open: OpenTransaction | null = null;
  private idle: NodeJS.Timeout | undefined;
  private rollingBack: Promise<void> = Promise.resolve();
  private unlock: (() => void) | null = null;

  constructor(
    private readonly shared: SharedAccess,
    /** Called after a transaction was rolled back because of a limit. */
    private readonly onExpired: (limit: keyof typeof commandTransactionLimits) => void,
    private readonly limits: Record<keyof typeof commandTransactionLimits, number> = commandTransactionLimits,
  ) {}

  /** @throws the error of the database */
  async answer(request: CommandRequest): Promise<unknown> {
    clearTimeout(this.idle);
    await this.rollingBack;
    try {
      return await this.perform(request);
    } finally {
      if (this.open) this.idle = setTimeout(() => this.expire('idleMs'), this.limits.idleMs);
    }
  }

  /** Rolls back what the command has not committed. */
  async end(): Promise<void> {
    const open = this.take();
    await this.rollingBack;
    await open?.connection.rollback();
    this.release();
  }

  private async perform(request: CommandRequest): Promise<unknown> {
    switch (request.op) {
      case 'run': {
        const { run } = request.inTransaction ? this.required() : this.shared;
        return run({ name: '', text: request.text }, request.values);
      }
      case 'queryRaw':
      case 'executeRaw': {
        const { queries } = request.inTransaction ? this.required() : this.shared;
        return request.op === 'queryRaw' ? queries.queryRaw(request.query) : queries.executeRaw(request.query);
      }
      case 'script':
        await this.shared.runScript(request.script);
        return null;
      case 'begin':
        await this.begin();
        return null;
      case 'commit':
        this.required();
        await this.take()?.connection.commit();
        return null;
      case 'rollback':
        await this.take()?.connection.rollback();
        return null;
      case 'lockMigrations':
        this.unlock ??= this.shared.lockMigrations();
        return null;
      case 'unlockMigrations':
        this.release();
        return null;
    }
  }

  private async begin(): Promise<void> {
    if (this.open) throw new Error('this command already has a transaction');
    const connection = await this.shared.begin();
    this.open = { connection, whole: setTimeout(() => this.expire('wholeMs'), this.limits.wholeMs) };
  }

  private required(): TransactionConnection {
    if (!this.open) throw new TransactionEndedError();
    return this.open.connection;
  }

  private take(): OpenTransaction | null {
    const { open } = this;
    this.open = null;
    clearTimeout(this.idle);
    clearTimeout(open?.whole);
    return open;
  }

  private expire(limit: keyof typeof commandTransactionLimits): void {
    const open = this.take();
    if (!open) return;
    this.rollingBack = open.connection.rollback();
    this.onExpired(limit);
  }

  private release(): void {
    this.unlock?.();
    this.unlock = null;
  }
}
