import type { AdminOperations } from '../../accounts/admin-access/admin-access';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { notFound } from '../../platform/errors/app-error';
import { readInput } from '../../platform/operations/run-operation';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { TelCountry } from './tel.answers';
import { telActions } from './tel.audit';
import { notPaused, resumeTelCountry, telCountries } from './tel-administration.operations';
import type { TelCountStore } from './tel-count.store';

interface TelAdministrationStores {
  telCounts: Pick<TelCountStore, 'list'>;
  transaction: Transact<{ telCounts: TelCountStore; audit: Pick<AuditStore, 'insert'> }>;
}

/** The countries of codes by SMS, for super admins. */
export class TelAdministrationService {
  constructor(
    private readonly admin: AdminOperations,
    private readonly stores: TelAdministrationStores,
    private readonly clock: Clock,
    /** Whether codes are sent. */
    readonly isOn: boolean,
  ) {}

  telCountries(context: RequestContext): Promise<readonly TelCountry[]> {
    return this.admin.read(telCountries, context, () => this.stores.telCounts.list(this.clock()));
  }

  resumeTelCountry(input: unknown, context: RequestContext): Promise<void> {
    return this.admin.change(resumeTelCountry, context, async () => {
      const { country } = readInput(resumeTelCountry, input, context);
      const at = this.clock();
      await context.timings.measure('database', () =>
        this.stores.transaction(null, async (tx) => {
          if (!(await tx.telCounts.resume(country, at))) throw notFound(notPaused);
          await tx.audit.insert([successEvent(telActions.tel_country_resumed, at, context, { details: { country } })]);
        }),
      );
    });
  }
}
