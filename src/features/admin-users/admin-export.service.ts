import type { AdminOperations } from '../../accounts/admin-access/admin-access';
import type { ManagedUser } from '../../accounts/users/managed-user';
import type { UserFields } from '../../accounts/users/user-fields';
import { fieldsSchema } from '../../accounts/users/user-fields.inputs';
import type { UserListFilter, UserListPage, UserListStore } from '../../accounts/users/user-list.store';
import { userActions } from '../../accounts/users/users.audit';
import type { AuditStore } from '../../platform/audit/audit.store';
import { type AuditDetails, successEvent } from '../../platform/audit/audit-event';
import { AppError } from '../../platform/errors/app-error';
import { readInput } from '../../platform/operations/run-operation';
import type { PagePosition } from '../../platform/request/page-cursor';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { csvLine } from '../../platform/runtime/csv';
import { exportUsers } from './admin-users.operations';
import { exportUsersInputOf } from './user-list.inputs';

const pageUsers = 500;
/** How many exports of one super admin an instance makes at the same time. */
const mostAtOnce = 2;

/** The columns of the file, in this order. */
const columns: Readonly<Record<string, (managed: ManagedUser) => string | boolean | Date | null>> = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  email_verified: ({ emailVerified }) => emailVerified,
  first_name: ({ firstName }) => firstName,
  last_name: ({ lastName }) => lastName,
  tel: ({ tel }) => tel,
  tel_verified: ({ telVerified }) => telVerified,
  company: ({ company }) => company,
  company_id_number: ({ companyIdNumber }) => companyIdNumber,
  company_id_url: ({ companyIdUrl }) => companyIdUrl,
  is_super_admin: ({ isSuperAdmin }) => isSuperAdmin,
  roles: ({ roles }) => roles.join(' '),
  disabled: ({ disabled }) => disabled,
  locale: ({ locale }) => locale,
  has_password: ({ hasPassword }) => hasPassword,
  factors: ({ factors }) => factors.join(' '),
  created_ts: ({ createdTs }) => createdTs,
  updated_ts: ({ updatedTs }) => updatedTs,
  last_login_ts: ({ lastLoginTs }) => lastLoginTs,
  deletion_due_ts: ({ deletionDueTs }) => deletionDueTs,
  two_step: ({ twoStep }) => twoStep,
  claims: ({ claims }) => JSON.stringify(claims),
};

/** Gives a super admin the users as a file for a spreadsheet. */
export class AdminExportService {
  /** The number of exports that are being made, by super admin. */
  private readonly running = new Map<string, number>();
  private readonly operation;
  private readonly columns = { ...columns };

  constructor(
    private readonly admin: AdminOperations,
    private readonly lists: Pick<UserListStore, 'list'>,
    private readonly audit: Pick<AuditStore, 'insert'>,
    userFields: UserFields,
    private readonly clock: Clock,
  ) {
    this.operation = { ...exportUsers, input: exportUsersInputOf(fieldsSchema(userFields, { by: 'admin' })) };
    if (userFields.areDefined) {
      this.columns.fields = ({ fields }) => JSON.stringify(userFields.shown(fields, 'admin'));
    }
  }

  /**
   * Returns the parts of the file, which are read from the database page by page. An event is recorded before the first
   * part, because an export that is interrupted has given accounts away, too. The second event has their number.
   * The parts throw what `AdminOperations.checkAgain` throws.
   */
  exportUsers(input: unknown, context: RequestContext): Promise<AsyncGenerator<string>> {
    return this.admin.change(exportUsers, context, async ({ id }) => {
      const filter = readInput(this.operation, input, context);
      this.rejectFurther(id);
      await context.timings.measure('database', () => this.record(context, { ended: 'started' }));
      return this.parts(id, filter, context);
    });
  }

  private async *parts(adminId: string, filter: UserListFilter, context: RequestContext): AsyncGenerator<string> {
    // Requests of the same moment can all have passed the check before.
    this.rejectFurther(adminId);
    this.count(adminId, 1);
    let accounts = 0;
    let reason: string | null = null;
    let ended: NonNullable<AuditDetails['ended']> = 'stopped';
    try {
      yield csvLine(Object.keys(this.columns));
      let after: PagePosition | null = null;
      do {
        // The client can take an hour to read the file. The right to export can end before that.
        await this.admin.checkAgain(exportUsers, context);
        const { users, next }: UserListPage = await this.lists.list({ first: pageUsers, after, filter });
        accounts += users.length;
        if (users.length > 0) yield users.map((user) => this.lineOf(user)).join('');
        after = next;
      } while (after);
      ended = 'complete';
    } catch (error) {
      ended = 'failed';
      if (error instanceof AppError) reason = error.reason?.name ?? null;
      throw error;
    } finally {
      this.count(adminId, -1);
      await this.record(context, { ended, accounts, ...(reason !== null && { reason }) });
    }
  }

  private lineOf(managed: ManagedUser): string {
    const values = Object.values(this.columns).map((column) => column(managed));
    return csvLine(values.map((value) => (value instanceof Date ? value.toISOString() : String(value ?? ''))));
  }

  private rejectFurther(adminId: string): void {
    if ((this.running.get(adminId) ?? 0) >= mostAtOnce) throw tooManyExports();
  }

  private count(adminId: string, change: 1 | -1): void {
    const running = (this.running.get(adminId) ?? 0) + change;
    if (running > 0) this.running.set(adminId, running);
    else this.running.delete(adminId);
  }

  private async record(context: RequestContext, details: AuditDetails): Promise<void> {
    await this.audit.insert([successEvent(userActions.users_exported, this.clock(), context, { details })]);
  }
}

/** Also for the examples of the REST API. */
export const tooManyExports = () =>
  new AppError('CONFLICT', { msg: `Wait until one of your ${mostAtOnce} exports has ended.` });
