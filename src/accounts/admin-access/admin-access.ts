import type { AuditStore } from '../../platform/audit/audit.store';
import { type AuditDetails, successEvent } from '../../platform/audit/audit-event';
import { requestActions } from '../../platform/audit/requests.audit';
import { AppError } from '../../platform/errors/app-error';
import { type Operation, scopeOfMachine } from '../../platform/operations/define-operation';
import { operationLimits } from '../../platform/operations/operation.limits';
import { type AuditSubject, nameCaller, type RunOperation } from '../../platform/operations/run-operation';
import type { LimitStrategy } from '../../platform/rate-limits/attempt';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import { NetworkList } from '../../platform/request/network-list';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { administers } from '../applications/admin-scope';
import type { OAuthClientStore } from '../applications/oauth-client.store';
import type { Authenticator } from '../auth/authenticator';
import { requireAuthentication } from '../auth/required-authentication';
import type { IssuedToken, Principal } from '../tokens/access-token';
import { accountRejected } from '../tokens/access-token-rejection';
import type { UserStore } from '../users/user.store';
import { missingScope } from '../users/user-scopes';
import { adminAccessReasons } from './admin-access.reasons';
import type { AdminSettings } from './admin-access.settings';

/** Who uses the administration API. */
export interface Admin {
  /** The id of the super admin, or the client id of the service. The limit and the audit know the caller by it. */
  id: string;
  /** The super admin, with the session of the request. Null for a service. */
  principal: Readonly<Principal> | null;
}

/**
 * Runs an operation of the administration API: `work` begins when the caller may use it. There is no other way to such an
 * operation, so no operation can forget the check.
 */
export interface AdminOperations {
  /**
   * Changes something. `work` records its own event.
   * @throws AppError `UNAUTHENTICATED`, `STEP_UP_REQUIRED`, `FORBIDDEN`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`; what `work` throws
   */
  change<Result>(
    operation: Operation,
    context: RequestContext,
    work: (admin: Admin, subject: AuditSubject) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Only reads. The event is recorded before the answer is sent. `work` sets the id of the account that it reads, if it
   * reads one account.
   * @throws AppError the same as `change`
   */
  read<Result>(
    operation: Operation,
    context: RequestContext,
    work: (about: { userId?: string }) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Checks again, during an operation that takes long, that the caller may use it.
   * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `SERVICE_UNAVAILABLE`
   */
  checkAgain(operation: Operation, context: RequestContext): Promise<void>;
  /** Records that an operation returns data which it did not change. The event must exist before the answer is sent. */
  recordRead(
    operation: Operation,
    context: RequestContext,
    about: { userId?: string; details?: AuditDetails },
  ): Promise<void>;
}

interface AdminAccessNeeds {
  settings: AdminSettings;
  run: RunOperation;
  authenticator: Authenticator;
  users: Pick<UserStore, 'findById'>;
  clients: Pick<OAuthClientStore, 'findById'>;
  audit: Pick<AuditStore, 'insert'>;
  rateLimits: RateLimits;
  clock: Clock;
}

/** Decides who may use the administration API (ASVS 5.0, 8.3.2 and 8.4.2). */
export class AdminAccess implements AdminOperations {
  private readonly networks: NetworkList | null;

  constructor(private readonly needs: AdminAccessNeeds) {
    const { networks } = needs.settings;
    this.networks = networks && new NetworkList(networks);
  }

  change<Result>(
    operation: Operation,
    context: RequestContext,
    work: (admin: Admin, subject: AuditSubject) => Promise<Result>,
  ): Promise<Result> {
    return this.needs.run(operation, context, async (subject) => {
      const admin = await this.authorize(operation, context, subject);
      return this.needs.rateLimits.count(administrationOf(admin.id), context, () => work(admin, subject));
    });
  }

  read<Result>(
    operation: Operation,
    context: RequestContext,
    work: (about: { userId?: string }) => Promise<Result>,
  ): Promise<Result> {
    return this.change(operation, context, async () => {
      const about: { userId?: string } = {};
      const result = await context.timings.measure('database', () => work(about));
      await context.timings.measure('database', () => this.recordRead(operation, context, about));
      return result;
    });
  }

  async checkAgain(operation: Operation, context: RequestContext): Promise<void> {
    const service = this.needs.authenticator.serviceOf(context);
    if (service) return this.requireRight(service, operation);
    const { userId } = await this.needs.authenticator.authenticate(context, operation);
    await this.requireSuperAdmin(userId);
  }

  async recordRead(
    operation: Operation,
    context: RequestContext,
    { details, ...about }: { userId?: string; details?: AuditDetails },
  ): Promise<void> {
    const all = { operation: operation.name, ...details };
    await this.needs.audit.insert([
      successEvent(requestActions.admin_read, this.needs.clock(), context, { ...about, details: all }),
    ]);
  }

  /** @throws AppError `FORBIDDEN` from a network that is not in ADMIN_NETWORKS */
  requireNetwork(context: RequestContext): void {
    if (this.networks && !isFrom(this.networks, context)) {
      throw new AppError('FORBIDDEN', { reason: adminAccessReasons['network of the administration'] });
    }
  }

  /**
   * Whether the caller has the right is read from the database for each request, so the end of the right needs no new access
   * token.
   */
  private async authorize(operation: Operation, context: RequestContext, subject: AuditSubject): Promise<Admin> {
    this.requireNetwork(context);
    const service = this.needs.authenticator.serviceOf(context);
    if (service) {
      // Before the check, because the audit must also name a service that is rejected.
      context.actorId = service.clientId;
      await context.timings.measure('database', () => this.requireRight(service, operation));
      return { id: service.clientId, principal: null };
    }
    const principal = await this.needs.authenticator.authenticate(context, operation);
    nameCaller(principal, subject, context);
    await context.timings.measure('database', () => this.requireSuperAdmin(principal.userId));
    // Names the super admin in every event of the operation, while the user of the event is the account that it changes.
    context.actorId = principal.userId;
    requireAuthentication(
      principal,
      { acr: this.needs.settings.minAcr, maxAgeS: this.needs.settings.maxAgeS },
      this.needs.clock(),
    );
    return { id: principal.userId, principal };
  }

  private async requireRight(
    { clientId, scopes }: Pick<IssuedToken, 'clientId' | 'scopes'>,
    { machine }: Operation,
  ): Promise<void> {
    if (machine === undefined) throw onlyBySuperAdmins();
    const scope = scopeOfMachine(machine);
    if (!scopes.includes(scope)) throw missingScope(scope, adminAccessReasons['scope of the administration']);
    const client = await this.needs.clients.findById(clientId);
    if (!client || !administers(client, scope)) {
      const msg = `The client cannot use the administration with the scope ${scope} now.`;
      throw new AppError('FORBIDDEN', { msg, reason: adminAccessReasons['service without the right'] });
    }
  }

  private async requireSuperAdmin(userId: string): Promise<void> {
    const user = await this.needs.users.findById(userId);
    if (!user || user.disabled) throw accountRejected(user);
    if (!user.isSuperAdmin) throw new AppError('FORBIDDEN', { reason: adminAccessReasons['not a super admin'] });
  }
}

/**
 * What only people can do: a stolen secret of a service must not become an account, nor lock out the people who would notice.
 * @throws AppError `FORBIDDEN` for a service
 */
export function requirePerson({ principal }: Admin): Readonly<Principal> {
  if (!principal) throw onlyBySuperAdmins();
  return principal;
}

/**
 * A service never changes the account of a super admin.
 * @throws AppError `FORBIDDEN`
 */
export function requireChangeable(admin: Admin, account: { isSuperAdmin: boolean }): void {
  if (account.isSuperAdmin) requirePerson(admin);
}

const onlyBySuperAdmins = () =>
  new AppError('FORBIDDEN', {
    msg: 'The access token is of a service. Only a super admin can do this.',
    reason: adminAccessReasons['operation of people'],
  });

/**
 * A backend in RATE_LIMIT_TRUSTED_NETWORKS can name any address as its client, and one that names none is not the client
 * itself. So the backend must be in the networks, too.
 */
function isFrom(networks: NetworkList, { ip, backend }: Pick<RequestContext, 'ip' | 'backend'>): boolean {
  if (backend && (backend.client !== 'named' || !networks.contains(backend.ip))) return false;
  return ip !== null && networks.contains(ip);
}

const administrationOf = (userId: string): LimitStrategy => ({
  before: (attempt) => attempt.count(operationLimits.ADMIN, userId),
});
