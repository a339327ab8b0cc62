import type { RequestContext } from '../../platform/request/request-context';
import type { FieldValue, FieldValues } from './user-field';
import type { UserFields } from './user-fields';
import type { UserFieldsStore } from './user-fields.store';

interface Batch {
  ids: Set<string>;
  found: Promise<ReadonlyMap<string, FieldValues>>;
}

/** Reads the fields of users for an answer that shows these users anyway. */
export class UserFieldsService {
  private readonly batches = new WeakMap<RequestContext, Batch>();

  constructor(
    private readonly store: Pick<UserFieldsStore, 'findByIds'>,
    readonly fields: UserFields,
  ) {}

  /**
   * Returns the values of the fields that users read. All users for whom a request asks in one turn are read with one
   * statement.
   */
  async of(userId: string, context: RequestContext): Promise<Record<string, FieldValue | null>> {
    let batch = this.batches.get(context);
    if (!batch) {
      const ids = new Set<string>();
      batch = { ids, found: this.read(ids, context) };
      this.batches.set(context, batch);
    }
    batch.ids.add(userId);
    return this.fields.shown((await batch.found).get(userId) ?? {}, 'user');
  }

  private async read(ids: ReadonlySet<string>, context: RequestContext): Promise<ReadonlyMap<string, FieldValues>> {
    // GraphQL starts all fields of a list in one turn.
    await Promise.resolve();
    this.batches.delete(context);
    return context.timings.measure('database', () => this.store.findByIds([...ids]));
  }
}
