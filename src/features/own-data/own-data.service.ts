import type { Authenticator } from '../../accounts/auth/authenticator';
import type { Reauthentication } from '../../accounts/auth/reauthentication';
import type { RunAsUser } from '../../accounts/auth/run-as-user';
import type { Principal } from '../../accounts/tokens/access-token';
import type { FieldValues } from '../../accounts/users/user-field';
import type { UserFields } from '../../accounts/users/user-fields';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { FeatureTables } from '../../platform/db/feature-table';
import { AppError } from '../../platform/errors/app-error';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { exportedDetails } from './exported-details';
import { ownDataActions } from './own-data.audit';
import { exportMyData } from './own-data.operations';
import type { ExportedRow, NamedTable, OwnDataStore } from './own-data.store';

/** What one export can have. */
export const exportLimits = {
  /** How many rows a statement reads, which are in memory at the same time. */
  page: 500,
  /** How many rows of a table the export has. Their ids are in memory while the client reads: 8 MB. */
  rows: 100_000,
  /** The bytes of the answer as JSON that has no parts. */
  bytes: 5_000_000,
};

/** Some rows of a table. */
export interface ExportPart {
  table: string;
  rows: ExportedRow[];
  /** Set with the last part of the table: whether it has more rows than the export. */
  isIncomplete?: boolean;
}

/** The rows of each table, by its name, and the names of the tables that have more. */
export type OwnData = Record<string, ExportedRow[] | string[]>;

interface OwnDataServiceNeeds {
  asUser: RunAsUser;
  authenticator: Pick<Authenticator, 'check'>;
  reauthentication: Pick<Reauthentication, 'requireFresh'>;
  stores: { ownData: OwnDataStore; audit: Pick<AuditStore, 'insert'> };
  userFields: Pick<UserFields, 'shown'>;
  tables: FeatureTables;
  limits: typeof exportLimits;
  clock: Clock;
}

/** Gives users what is stored about them (GDPR, articles 15 and 20). */
export class OwnDataService {
  /** The users whose data this instance is reading. */
  private readonly running = new Set<string>();
  private readonly tables: readonly NamedTable[];

  constructor(private readonly needs: OwnDataServiceNeeds) {
    this.tables = Object.entries(needs.tables).flatMap(([name, table]) => ('not' in table ? [] : [{ name, ...table }]));
  }

  /**
   * Returns the parts of the export, table by table, which are read while the client reads. There is no transaction, so a
   * slow client holds no connection, and what changes in the meantime can be missing.
   */
  stream(context: RequestContext): Promise<AsyncGenerator<ExportPart>> {
    return this.needs.asUser(exportMyData, context, null, async (principal) => {
      await this.start(principal, context);
      return this.parts(principal, context);
    });
  }

  /** Returns the whole export. */
  read(context: RequestContext): Promise<OwnData> {
    return this.needs.asUser(exportMyData, context, null, async (principal) => {
      await this.start(principal, context);
      const rowsOf: Record<string, ExportedRow[]> = {};
      const incomplete: string[] = [];
      let bytes = 0;
      for await (const { table, rows, isIncomplete } of this.parts(principal, context)) {
        bytes += Buffer.byteLength(JSON.stringify(rows));
        if (bytes > this.needs.limits.bytes) throw tooLarge();
        rowsOf[table] = (rowsOf[table] ?? []).concat(rows);
        if (isIncomplete) incomplete.push(table);
      }
      return { ...rowsOf, incomplete };
    });
  }

  private async start(principal: Principal, context: RequestContext): Promise<void> {
    await this.needs.reauthentication.requireFresh(principal, context);
    this.rejectSecond(principal);
    const { userId, sessionId } = principal;
    const event = successEvent(ownDataActions.data_exported, this.needs.clock(), context, { userId, sessionId });
    // Before the first row, because an export that is interrupted has given data away, too.
    await context.timings.measure('database', () => this.needs.stores.audit.insert([event]));
  }

  private rejectSecond({ userId }: Principal): void {
    if (this.running.has(userId)) throw exportRunning();
  }

  private async *parts(principal: Principal, context: RequestContext): AsyncGenerator<ExportPart> {
    // Requests of the same moment can all have passed the check before.
    this.rejectSecond(principal);
    this.running.add(principal.userId);
    try {
      for (const table of this.tables) yield* this.partsOf(table, principal.userId, context);
    } finally {
      this.running.delete(principal.userId);
    }
  }

  private async *partsOf(table: NamedTable, userId: string, context: RequestContext): AsyncGenerator<ExportPart> {
    const { authenticator, stores, limits } = this.needs;
    const found = await stores.ownData.keys(table, userId, limits.rows + 1);
    const keys = found.slice(0, limits.rows).sort().reverse();
    for (let i = 0; i < keys.length; i += limits.page) {
      // The client can take long to read, and the session can end before that: a thief does not get the rest.
      await authenticator.check(context, exportMyData);
      const rows = await stores.ownData.page(table, userId, keys.slice(i, i + limits.page));
      yield { table: table.name, rows: rows.map((row) => this.shown(table, row)) };
    }
    yield { table: table.name, rows: [], isIncomplete: found.length > limits.rows };
  }

  private shown({ name: table }: NamedTable, row: ExportedRow): ExportedRow {
    if (table === 'audit_events') return withoutOthers(row);
    if (table === 'users') return { ...row, fields: this.needs.userFields.shown(row.fields as FieldValues, 'user') };
    return row;
  }
}

function withoutOthers(row: ExportedRow): ExportedRow {
  const details = Object.entries(row.details ?? {}).filter(
    ([name]) => exportedDetails[name as keyof typeof exportedDetails] ?? false,
  );
  return { ...row, details: Object.fromEntries(details) };
}

/** Also for the examples of the REST API. */
export const exportRunning = () => new AppError('CONFLICT', { msg: 'Wait until your other export has ended.' });

const tooLarge = () =>
  new AppError('CONFLICT', { msg: 'Your data has more than 5 MB. Download it with GET /auth/export.' });
