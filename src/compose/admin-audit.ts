import { AuditSearchService } from '../features/admin-audit/audit-search.service';
import type { Log } from '../platform/observability/log';
import { type Base, openBase } from './base';
import type { Config } from './config';
import type { Stores } from './stores';

export const auditSearchOf = ({ stores, liveSessions, accountKeys }: Base) =>
  new AuditSearchService({
    store: stores.audit,
    reading: stores.reading.audit,
    users: stores.users,
    sessions: liveSessions,
    clients: stores.oauthClients,
    accountKeyOf: accountKeys.accountKeyOf,
  });

/** Creates the service and loads its key. @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function createAuditSearch(config: Config, stores: Stores, log: Log): Promise<AuditSearchService> {
  return auditSearchOf(await openBase(config, stores, log));
}
