import type { Config } from '../../platform/config/config';
import type { Log } from '../../platform/observability/log';
import { type Core, openCore } from '../../wiring/core';
import type { Stores } from '../../wiring/stores';
import { AuditService } from './audit.service';

export const auditServiceOf = ({ stores, liveSessions, accountKeys }: Core) =>
  new AuditService({
    store: stores.audit,
    reading: stores.reading.audit,
    users: stores.users,
    sessions: liveSessions,
    clients: stores.oauthClients,
    accountKeyOf: accountKeys.accountKeyOf,
  });

/** Creates the service and loads its key. @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function createAuditService(config: Config, stores: Stores, log: Log): Promise<AuditService> {
  return auditServiceOf(await openCore(config, stores, log));
}
