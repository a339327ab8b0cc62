import { type PGlite, protocol, type Transaction } from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';
import type { Run, Statement } from './transaction';

const { serialize } = protocol;

/** Prisma makes other statements for lists of other lengths. The least recently used ones are prepared anew. */
const mostPrepared = 200;

/** How many rows are written before the statements are prepared anew for the first time. */
const fewestWritten = 100;
const writing = /\b(?:INSERT|UPDATE)\b/i;

/** The part of PGlite that this file needs. */
export type PgliteProtocol = Pick<
  PGlite,
  '_checkReady' | '_runExclusiveTransaction' | '_runExclusiveQuery' | 'execProtocolStream' | 'parsers' | 'serializers'
>;

interface Prepared {
  /** Empty if PostgreSQL parses and plans the statement each time. */
  name: string;
  parameterTypes: readonly number[];
  columns: readonly Column[];
  writes: boolean;
}

interface Column {
  name: string;
  /** The OID of the type. */
  dataTypeID: number;
}

interface Answer {
  columns: readonly Column[];
  /** The values in the order of the columns. */
  rows: unknown[][];
  /** How many rows the statement has returned or changed. Null if it does neither. */
  count: number | null;
}

type Parsers = Readonly<Record<number, (text: string, type: number) => unknown>>;

/** Runs a statement. `parsers` replace those of PGlite, by the OID of a type. @throws the error of PostgreSQL */
export type RunPrepared = (
  statement: Pick<Statement, 'text' | 'isPlannedEachTime'>,
  values: readonly unknown[],
  parsers?: Parsers,
) => Promise<Answer>;

/** The names must differ from those of another object on the same PGlite. */
let names = 0;

/**
 * Runs statements on PGlite, which PostgreSQL parses and plans once. `PGlite.query()` lets it do so each time and sends six
 * messages for each statement, which takes four times as long.
 */
export class PgliteStatements {
  private readonly prepared = new LRUCache<string, Prepared>({
    maxSize: mostPrepared,
    sizeCalculation: () => 1,
    dispose: ({ name }) => {
      if (name !== '') this.unused.push(name);
    },
  });
  /** PostgreSQL forgets them with the next message. */
  private unused: string[] = [];
  private written = 0;
  private mostWritten = fewestWritten;

  constructor(private readonly pglite: PgliteProtocol) {}

  /** Outside of a transaction. */
  readonly run: RunPrepared = async (...given) => {
    await this.pglite._checkReady();
    return this.pglite._runExclusiveTransaction(() => this.exclusively(true, given));
  };

  /** Returns a function that runs a statement in an open transaction. */
  inside(transaction: Pick<Transaction, 'closed'>): RunPrepared {
    return async (...given) => {
      if (transaction.closed) throw new Error('the transaction has ended');
      return this.exclusively(false, given);
    };
  }

  private exclusively(syncToFs: boolean, given: Parameters<RunPrepared>): Promise<Answer> {
    return this.pglite._runExclusiveQuery(() => this.execute(syncToFs, ...given));
  }

  private async execute(
    syncToFs: boolean,
    { text, isPlannedEachTime }: Parameters<RunPrepared>[0],
    values: readonly unknown[],
    parsers: Parsers = {},
  ): Promise<Answer> {
    const { name, parameterTypes, columns, writes } =
      this.prepared.get(text) ?? (await this.prepare(text, isPlannedEachTime ? '' : `gatehouse_${++names}`));
    const parse = name === '' ? [serialize.parse({ text })] : [];
    const texts = values.map((value, i) => this.textOf(value, parameterTypes[i] ?? 0));
    const messages = await this.send(syncToFs, [
      ...parse,
      serialize.bind({ statement: name, values: texts }),
      serialize.execute({}),
    ]).catch((error) => {
      // The columns of a table may have changed.
      this.prepared.delete(text);
      throw error;
    });
    const parserOf = columns.map(({ dataTypeID }) => parsers[dataTypeID] ?? this.pglite.parsers[dataTypeID]);
    const rows: unknown[][] = [];
    let count: number | null = null;
    for (const message of messages) {
      if (isRow(message)) {
        rows.push(
          message.fields.map((field, i) =>
            field === null ? null : (parserOf[i]?.(field, columns[i]?.dataTypeID ?? 0) ?? field),
          ),
        );
      } else if (isEnd(message)) {
        const last = Number(message.text.split(' ').at(-1));
        count = Number.isNaN(last) ? null : last;
      }
    }
    if (writes) this.forgetOldPlans(count ?? 0);
    return { columns, rows, count };
  }

  /**
   * A plan for a small table reads all of it. PGlite has no autovacuum, after which PostgreSQL would plan again, so each
   * statement is prepared anew whenever the rows that were written have doubled.
   */
  private forgetOldPlans(rows: number): void {
    this.written += Math.max(1, rows);
    if (this.written < this.mostWritten) return;
    this.mostWritten = 2 * this.written;
    this.prepared.clear();
  }

  private async prepare(text: string, name: string): Promise<Prepared> {
    const messages = await this.send(false, [serialize.parse({ name, text }), serialize.describe({ type: 'S', name })]);
    const prepared: Prepared = {
      name,
      parameterTypes: messages.find(isParameters)?.dataTypeIDs ?? [],
      columns: messages.find(isColumns)?.fields ?? [],
      writes: writing.test(text),
    };
    this.prepared.set(text, prepared);
    return prepared;
  }

  private textOf(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    return this.pglite.serializers[type]?.(value) ?? String(value);
  }

  /** Sends messages at once, and what ends them: after an error, PostgreSQL ignores the rest of them. */
  private send(syncToFs: boolean, messages: readonly Uint8Array[]) {
    const closed = this.unused.splice(0).map((name) => serialize.close({ type: 'S', name }));
    const all = [...closed, ...messages, serialize.sync()].map((message) => new Uint8Array(message));
    return this.pglite.execProtocolStream(Buffer.concat(all), { syncToFs });
  }
}

/** Runs statements that are written by hand: each row becomes an object. */
export const withObjects =
  (run: RunPrepared): Run =>
  async <Row extends object>(statement: Statement, values: readonly unknown[]) => {
    const { columns, rows } = await run(statement, values);
    return rows.map((row) => Object.fromEntries(columns.map(({ name }, i) => [name, row[i]])) as Row);
  };

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];
const isRow = (message: Message): message is Message & { fields: (string | null)[] } => message.name === 'dataRow';
const isEnd = (message: Message): message is Message & { text: string } => message.name === 'commandComplete';
const isParameters = (message: Message): message is Message & { dataTypeIDs: number[] } =>
  message.name === 'parameterDescription';
const isColumns = (message: Message): message is Message & { fields: Column[] } => message.name === 'rowDescription';
