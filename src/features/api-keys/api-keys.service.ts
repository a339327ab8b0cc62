import type { ProtectedResources } from '../../accounts/applications/protected-resource';
import type { Reauthentication } from '../../accounts/auth/reauthentication';
import type { RunAsUser } from '../../accounts/auth/run-as-user';
import type { FactorChanges } from '../../accounts/factors/factor-changes';
import { type ApiKey, mostApiKeys, noticeMs } from '../../accounts/keys/api-key';
import type { ApiKeyStore, NewApiKey } from '../../accounts/keys/api-key.store';
import { deleteApiKeyOf } from '../../accounts/keys/api-key-deletion';
import { createApiKeyText, hashApiKey, lastCharactersOf } from '../../accounts/keys/api-key-text';
import type { ApiKeyVerifier } from '../../accounts/keys/api-key-verifier';
import type { OrganizationStore } from '../../accounts/memberships/organization.store';
import { organizationsOff } from '../../accounts/memberships/organization-errors';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import type { SessionStore } from '../../accounts/sessions/session.store';
import type { AccessTokens, Principal } from '../../accounts/tokens/access-token';
import { accessTokenRejected, accountRejected } from '../../accounts/tokens/access-token-rejection';
import { tokenReasons } from '../../accounts/tokens/tokens.reasons';
import { apiKeyActions } from '../../accounts/users/api-keys.audit';
import type { Organization } from '../../accounts/users/organization';
import type { Credentials } from '../../accounts/users/user.store';
import type { UserChangesStore } from '../../accounts/users/user-changes.store';
import type { WayInMailStores, WayInMails } from '../../accounts/users/way-in-mails';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError, invalidField, notFound } from '../../platform/errors/app-error';
import { dayMs } from '../../platform/jobs/clean-up-step';
import { noSuchOrganization } from '../../platform/operations/error-texts';
import { nameAccount, type RunOperation, readInput } from '../../platform/operations/run-operation';
import { knownId } from '../../platform/request/known-id';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { uuidv7 } from '../../platform/runtime/uuid';
import type { CreatedApiKey, ExchangedApiKey } from './api-keys.answers';
import { defaultDays } from './api-keys.inputs';
import { apiKeys, createApiKey, deleteApiKey, exchangeApiKey, noSuchKey } from './api-keys.operations';

interface CreatingStores extends WayInMailStores {
  apiKeys: Pick<ApiKeyStore, 'insert'>;
  userChanges: Pick<UserChangesStore, 'lock'>;
  sessions: Pick<SessionStore, 'revocationOf'>;
  organizations: OrganizationStore;
  audit: Pick<AuditStore, 'insert'>;
}

interface ApiKeysServiceNeeds {
  operation: RunOperation;
  /** Unless API_KEYS is off. */
  asUser: RunAsUser;
  stores: { apiKeys: Pick<ApiKeyStore, 'list' | 'end'>; transaction: Transact<CreatingStores> };
  /** Null if API_KEYS is off. */
  apiKeyVerifier: Pick<ApiKeyVerifier, 'verify'> | null;
  reauthentication: Reauthentication;
  changes: Pick<FactorChanges, 'requireProvenAddress'>;
  wayInMails: WayInMails;
  liveSessions: Pick<LiveSessions, 'rejectTokensIn'>;
  accessTokens: Pick<AccessTokens, 'issueToKey'>;
  resources: ProtectedResources;
  /** Unless ORGANIZATIONS is off. */
  hasOrganizations: boolean;
  /**
   * Locks the organization of a member, whose account is locked.
   * @throws AppError `NOT_FOUND` also for somebody who is not a member; `FORBIDDEN` if it is disabled
   */
  lockOrganization(tx: Pick<CreatingStores, 'organizations'>, id: string, memberId: string): Promise<Organization>;
  /** API_KEY_DAYS. */
  mostDays: number;
  clock: Clock;
}

type NewKey = Pick<NewApiKey, 'name' | 'resource' | 'scopes' | 'roles' | 'organizationId'> & { days: number };

/** The keys with which programs act as their users. */
export class ApiKeysService {
  constructor(private readonly needs: ApiKeysServiceNeeds) {}

  apiKeys(context: RequestContext): Promise<ApiKey[]> {
    const { asUser, stores, clock } = this.needs;
    return asUser(apiKeys, context, null, ({ userId }) =>
      context.timings.measure('database', () => stores.apiKeys.list(userId, clock())),
    );
  }

  /** The key lets its holder in, so it needs the same proof, and the user gets the same e-mail, as for a second factor. */
  createApiKey(input: unknown, context: RequestContext): Promise<CreatedApiKey> {
    return this.needs.asUser(createApiKey, context, input, async (principal, { currentPassword, ...wanted }) => {
      const access = this.accessOf(wanted);
      return this.needs.reauthentication.confirmWayIn(principal, currentPassword, context, (account) =>
        this.create(principal, account, access, context),
      );
    });
  }

  deleteApiKey(input: unknown, context: RequestContext): Promise<void> {
    const { asUser, stores, liveSessions, clock } = this.needs;
    return asUser(deleteApiKey, context, input, async ({ userId, sessionId }, { id }) => {
      const from = { apiKeys: stores.apiKeys, liveSessions, clock };
      const isDeleted = await context.timings.measure('database', () =>
        deleteApiKeyOf(from, { userId, id, sessionId }, context),
      );
      if (!isDeleted) throw notFound(noSuchKey);
    });
  }

  /** The token ends with the key, and is rejected as soon as the key or the rights of its user end. */
  exchangeApiKey(input: unknown, context: RequestContext): Promise<ExchangedApiKey> {
    return this.needs.operation(exchangeApiKey, context, async (subject) => {
      const { key: text } = readInput(exchangeApiKey, input, context);
      if (!this.needs.apiKeyVerifier) throw keysOff();
      const key = await this.needs.apiKeyVerifier.verify(text, context, exchangeApiKey);
      nameAccount(subject, key.userId);
      return this.needs.accessTokens.issueToKey(key, this.needs.clock());
    });
  }

  /** @throws AppError `VALIDATION_FAILED`; `FORBIDDEN` for an organization with ORGANIZATIONS=off, `NOT_FOUND` for what is no id */
  private accessOf({
    days: sent,
    resource: id,
    scopes,
    roles,
    name,
    organizationId: organization,
  }: Pick<NewKey, 'name' | 'resource' | 'organizationId'> & {
    days?: number | null | undefined;
    scopes: string[] | null;
    roles: string[] | null;
  }): NewKey {
    const { mostDays, resources, hasOrganizations } = this.needs;
    if (organization !== null && !hasOrganizations) throw organizationsOff();
    const organizationId = organization === null ? null : knownId(organization, noSuchOrganization);
    const days = sent ?? defaultDays(mostDays);
    if (days > mostDays) throw invalidField('days', `must be at most ${mostDays}`);
    // A program of a user has what its user has: it is no client that somebody registers.
    const resource = id === null ? null : resources.find(id, { firstParty: true, metadataUrl: null });
    if (id !== null && !resource) throw invalidField('resource', 'must be one of the APIs of this installation');
    const own = scopes ?? resource?.defaultScopes ?? [];
    if (own.some((scope) => !resource?.scopes.has(scope)))
      throw invalidField('scopes', 'must be scopes of the resource');
    return { name, days, resource: resource?.id ?? null, scopes: own, roles: roles ?? [], organizationId };
  }

  private async create(
    principal: Principal,
    { user }: Credentials,
    { days, organizationId, ...access }: NewKey,
    context: RequestContext,
  ): Promise<CreatedApiKey> {
    this.needs.changes.requireProvenAddress(user, 'an API key');
    if (access.roles.some((role) => !user.roles.includes(role))) {
      throw invalidField('roles', 'must be roles that you have');
    }
    const createdTs = this.needs.clock();
    const key = createApiKeyText();
    const apiKey: Omit<ApiKey, 'organization'> = {
      id: uuidv7(createdTs),
      userId: user.id,
      lastCharacters: lastCharactersOf(key),
      ...access,
      createdTs,
      expiresTs: new Date(createdTs.getTime() + days * dayMs),
      lastUsedTs: null,
      lastUsedIp: null,
    };
    const noticedTs = days * dayMs <= noticeMs ? createdTs : null;
    const row = { ...apiKey, organizationId, hash: hashApiKey(key), noticedTs };
    const organization = await context.timings.measure('database', () => this.insert(row, principal, context));
    return { apiKey: { ...apiKey, organization }, key };
  }

  /** Returns the organization of the key. */
  private insert(
    row: NewApiKey,
    { userId, sessionId }: Principal,
    context: RequestContext,
  ): Promise<Organization | null> {
    const { id: keyId, createdTs, organizationId } = row;
    const details = { keyId, ...(organizationId !== null && { organizationId }) };
    const audit = successEvent(apiKeyActions.api_key_created, createdTs, context, { userId, sessionId, details });
    return this.needs.stores.transaction(userId, async (tx) => {
      const account = await tx.userChanges.lock(userId);
      if (!account || account.disabled) throw accountRejected(account);
      // Meanwhile somebody can have proved that the account is theirs, which ends all sessions.
      const { isRevoked } = await tx.sessions.revocationOf(sessionId);
      if (isRevoked) throw accessTokenRejected(tokenReasons['ended session']);
      const organization =
        organizationId === null ? null : await this.needs.lockOrganization(tx, organizationId, userId);
      if (!(await tx.apiKeys.insert(row, mostApiKeys))) throw tooMany();
      await tx.audit.insert([audit]);
      await this.needs.wayInMails.write(tx, { userId, wayIn: 'apiKey', addedTs: createdTs }, context.locale);
      return organization;
    });
  }
}

export const keysOff = () => new AppError('FORBIDDEN', { msg: 'API keys are switched off.' });
const tooMany = () => new AppError('CONFLICT', { msg: `An account can have at most ${mostApiKeys} API keys.` });
