import type { AdminOperations } from '../../accounts/admin-access/admin-access';
import { AppError, invalidField } from '../../platform/errors/app-error';
import { readInput } from '../../platform/operations/run-operation';
import type { RequestContext } from '../../platform/request/request-context';
import { NoFreeSlotError, Slots } from '../../platform/runtime/slots';
import type { ImportReport } from './admin-import.answers';
import type { LeftOutLine } from './import-outcome';
import type { ImportRecord } from './import-record';
import { mostPeople, peopleRule } from './import-users.inputs';
import { importUsers } from './imports.operations';
import type { UserImport } from './user-import.service';

/** The import of the command, within the bounds of a request. */
export interface ImportEngine {
  /** @throws UnreadableExportError, which the engine recognizes */
  read(content: string): AsyncIterable<ImportRecord>;
  /** Returns why the text cannot be read, or null for another error. */
  whyUnreadable(error: unknown): string | null;
  open(
    options: { dryRun: boolean; missingName: string | null },
    onLeftOut: (line: LeftOutLine) => void,
  ): Pick<UserImport, 'run' | 'counts'>;
}

/** How many imports an instance runs at the same time. Each has one connection to the database. */
const mostAtOnce = 2;
/** Of one line. A line can have thousands of unknown fields. */
const mostErrors = 10;

/**
 * Imports people for a super admin. Can throw AppError `VALIDATION_FAILED`, `CONFLICT` and those of
 * `AdminOperations.change`.
 */
export class AdminImportService {
  private readonly slots = new Slots(mostAtOnce, 0);

  constructor(
    private readonly admin: AdminOperations,
    /** Loads the engine with the first import: a start does not need its readers of files. */
    private readonly loadEngine: () => ImportEngine,
  ) {}

  importUsers(input: unknown, context: RequestContext): Promise<ImportReport> {
    return this.admin.change(importUsers, context, async () => {
      const { content, dryRun, missingName } = readInput(importUsers, input, context);
      const options = { dryRun: dryRun ?? false, missingName: missingName ?? null };
      try {
        return await this.slots.run(() => this.run(content, options, context));
      } catch (error) {
        if (error instanceof NoFreeSlotError) throw tooManyImports();
        throw error;
      }
    });
  }

  private async run(
    content: string,
    options: { dryRun: boolean; missingName: string | null },
    context: RequestContext,
  ): Promise<ImportReport> {
    const engine = this.loadEngine();
    // All lines are read before the first one is imported.
    const records = await readRecords(engine, content);
    const leftOut: ImportReport['leftOut'][number][] = [];
    const importing = engine.open(options, ({ line, element: record, outcome, errors }) =>
      leftOut.push({ line, record, outcome, errors: errors.slice(0, mostErrors) }),
    );
    const { counts } = importing;
    await context.timings.measure('database', async () => {
      const { ended, error } = await importing.run(iterate(records), context.signal, context);
      if (ended === 'failed') throw error;
      // A dry run tells which addresses have accounts, so it leaves a trace, too.
      if (options.dryRun) await this.admin.recordRead(importUsers, context, { details: { accounts: counts.lines } });
    });
    const { lines: total, imported, alreadyThere, conflicts, rejected } = counts;
    return { total, imported, alreadyThere, conflicts, rejected, leftOut };
  }
}

/** @throws AppError `VALIDATION_FAILED` */
async function readRecords(engine: ImportEngine, content: string): Promise<ImportRecord[]> {
  const records: ImportRecord[] = [];
  try {
    for await (const record of engine.read(content)) {
      records.push(record);
      if (records.length > mostPeople) break;
    }
  } catch (error) {
    const why = engine.whyUnreadable(error);
    if (why === null) throw error;
    throw invalidField('content', `cannot be read. ${why}`);
  }
  if (records.length === 0 || records.length > mostPeople) throw invalidField('content', peopleRule);
  return records;
}

async function* iterate<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

const tooManyImports = () =>
  new AppError('CONFLICT', { msg: 'Two imports are running. Try again when one of them has ended.' });
