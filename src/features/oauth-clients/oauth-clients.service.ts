import type { z } from 'zod';
import { applicationActions } from '../../accounts/applications/applications.audit';
import { type ClientRuleSettings, checkClient, takesRights } from '../../accounts/applications/client-rules';
import { createClientSecret, hashClientSecret, noHash } from '../../accounts/applications/client-secret';
import type { LogoutDeliveryStore } from '../../accounts/applications/logout-delivery.store';
import type { ClientFields, OAuthClient } from '../../accounts/applications/oauth-client';
import type { ClientUpdate, OAuthClientStore } from '../../accounts/applications/oauth-client.store';
import { createClientInput, updateClientInput } from '../../accounts/applications/oauth-clients.inputs';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import type { KeyRing } from '../../accounts/tokens/key-ring';
import type { AuditAction } from '../../platform/audit/action';
import type { AuditStore } from '../../platform/audit/audit.store';
import { type AuditDetails, successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError, invalidField, notFound } from '../../platform/errors/app-error';
import type { SessionEnd } from '../../platform/errors/session-end';
import { parseInput } from '../../platform/request/input-parser';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { keysOf } from '../../platform/runtime/keys-of';
import { uuidv7 } from '../../platform/runtime/uuid';
import type { WebhookAddresses } from '../../platform/webhooks/webhook-address';
import { noSuchClient } from './client-administration.operations';
import { clientActions } from './oauth-clients.audit';
import { clientEnds } from './oauth-clients.reasons';

interface TransactionStores {
  oauthClients: OAuthClientStore;
  logoutDeliveries: Pick<LogoutDeliveryStore, 'drop'>;
  audit: Pick<AuditStore, 'insert'>;
}

export interface OAuthClientStores {
  oauthClients: OAuthClientStore;
  transaction: Transact<TransactionStores>;
}

export interface IssuedSecret {
  client: OAuthClient;
  /** Not stored, so it cannot be shown again. Null for a public client. */
  clientSecret: string | null;
}

export interface OAuthClientsServiceNeeds {
  stores: OAuthClientStores;
  sessions: Pick<LiveSessions, 'endOfClient'>;
  keys: Pick<KeyRing, 'ensureSigningKey'>;
  settings: ClientRuleSettings;
  addresses: Pick<WebhookAddresses, 'problemNow'>;
  clock: Clock;
}

/** Only the given fields are changed. */
export type ClientChanges = Omit<z.output<typeof updateClientInput>, 'id'>;

export interface UpdatedClient {
  client: OAuthClient;
  changed: boolean;
  sessionsEnded: number;
}

/** Nobody signs in to a service. */
const noSessions = { sessionsEnded: 0 };

/** No document says one. How long the previous secret is accepted after a rotation, so that a service can be changed without an outage. */
const overlapMs = 86_400_000;

/**
 * The operations of an operator on clients, for the commands and for the administration API. `by` is null for a command.
 * Every operation can throw AppError `SERVICE_UNAVAILABLE`.
 */
export class OAuthClientsService {
  constructor(private readonly needs: OAuthClientsServiceNeeds) {}

  /** @throws AppError `VALIDATION_FAILED` */
  async create(input: unknown, by: RequestContext | null): Promise<IssuedSecret> {
    const { kind, ...given } = parseInput(createClientInput, input);
    const fields: ClientFields = {
      name: given.name,
      redirectUris: given.redirectUris ?? [],
      postLogoutRedirectUris: given.postLogoutRedirectUris ?? [],
      backchannelLogoutUri: given.backchannelLogoutUri ?? null,
      // A scope that is missing here is ignored without an error. What a client gets is decided by what it asks for, and
      // by the consent of the person.
      scopes: given.scopes ?? (kind === 'service' ? [] : this.needs.settings.scopes),
      audience: given.audience ?? null,
      firstParty: given.firstParty ?? kind === 'service',
      pkceRequired: given.pkceRequired ?? true,
      deviceGrant: given.deviceGrant ?? false,
      idTokenAlg: given.idTokenAlg ?? 'RS256',
      logoUri: given.logoUri ?? null,
      policyUri: given.policyUri ?? null,
      tosUri: given.tosUri ?? null,
    };
    checkClient(kind, fields, this.needs.settings);
    await this.checkLogoutAddress(fields);
    // Long before the first ID token, so that every verifier has fetched the key by then.
    if (kind !== 'service') await this.needs.keys.ensureSigningKey(fields.idTokenAlg);
    const createdTs = this.needs.clock();
    const id = uuidv7(createdTs);
    const clientSecret = kind === 'public' ? null : createClientSecret();
    const secretHash = clientSecret === null ? noHash : hashClientSecret(clientSecret);
    const client = await this.recorded(applicationActions.client_created, id, by, ({ oauthClients }) =>
      oauthClients.insert({ id, kind, secretHash, createdTs, ...fields }),
    );
    return { client, clientSecret };
  }

  /** Returns the newest clients first. */
  list(): Promise<OAuthClient[]> {
    return this.needs.stores.oauthClients.list();
  }

  /** @throws AppError `NOT_FOUND` */
  async get(id: string): Promise<OAuthClient> {
    const client = await this.needs.stores.oauthClients.findById(id);
    if (!client) throw notFound(noSuchClient);
    return client;
  }

  /** Changes the given fields, for a command. @throws AppError `NOT_FOUND`, `VALIDATION_FAILED` */
  change(input: unknown, by: RequestContext | null): Promise<UpdatedClient> {
    const { id, ...changes } = parseInput(updateClientInput, input);
    if (id === null) throw notFound(noSuchClient);
    return this.update(id, changes, by);
  }

  /**
   * Changes the given fields. A change that takes rights from a client also ends its sessions, after the change: from then on
   * no session with these rights is opened. Disabling can be repeated.
   * @throws AppError `NOT_FOUND`, `VALIDATION_FAILED`
   */
  async update(id: string, changes: ClientChanges, by: RequestContext | null): Promise<UpdatedClient> {
    await this.checkLogoutAddress(changes);
    const result = await this.needs.stores.transaction(null, async (tx) => {
      const before = await tx.oauthClients.lock(id);
      if (!before) throw notFound(noSuchClient);
      const { fields, client } = changedClient(before, changes, this.needs.clock());
      if (before.metadataUrl !== null) checkDocumentClient(fields);
      // A client that later rules reject can be disabled all the same.
      if (fields.some((field) => field !== 'disabled')) checkClient(before.kind, client, this.needs.settings);
      if (fields.length === 0) return { client: before, changed: false, isLess: false };
      const updated = await tx.oauthClients.update(id, client);
      if (!updated) throw notFound(noSuchClient);
      if (client.backchannelLogoutUri === null && before.backchannelLogoutUri !== null)
        await tx.logoutDeliveries.drop(id);
      await this.record(tx, clientActions.client_updated, { clientId: id, fields }, by);
      return { client: updated, changed: true, isLess: takesRights(before, client) };
    });
    const { client, changed, isLess } = result;
    if (client.kind !== 'service') await this.needs.keys.ensureSigningKey(client.idTokenAlg);
    const reason = client.disabledTs ? clientEnds.client_disabled : isLess ? clientEnds.client_changed : null;
    const sessionsEnded = reason === null ? 0 : await this.endSessions(id, reason, by);
    return { client, changed, sessionsEnded };
  }

  /**
   * Replaces the secret. The previous secret is accepted for 24 more hours, unless `atOnce` is set. A secret before the
   * previous one is rejected from now on.
   * @throws AppError `NOT_FOUND`; `CONFLICT` if the client is public, or if another process replaces the secret at the same
   * time
   */
  rotateSecret(
    id: string,
    { atOnce }: { atOnce: boolean },
    by: RequestContext | null,
  ): Promise<IssuedSecret & { clientSecret: string }> {
    const clientSecret = createClientSecret();
    return this.recorded(clientActions.client_secret_rotated, id, by, async ({ oauthClients }) => {
      const [found] = await oauthClients.findByIdsWithHashes([id]);
      if (!found) throw notFound(noSuchClient);
      if (found.client.kind === 'public') throw new AppError('CONFLICT', { msg: 'A public client has no secret.' });
      const at = this.needs.clock();
      const client = await oauthClients.replaceSecret(id, {
        from: found.hashes.secretHash,
        to: hashClientSecret(clientSecret),
        at,
        previousUntilTs: atOnce ? null : new Date(at.getTime() + overlapMs),
      });
      if (!client) {
        throw new AppError('CONFLICT', { msg: 'The client was changed at the same time. Try again.' });
      }
      return { client, clientSecret };
    });
  }

  /**
   * Ends the sessions of the client, and removes it. It is disabled before, so that no session is opened meanwhile, and so
   * that the operation can be repeated if it was interrupted.
   * @throws AppError `NOT_FOUND`
   */
  async delete(id: string, by: RequestContext | null): Promise<{ sessionsEnded: number }> {
    const { kind } = await this.get(id);
    const { sessionsEnded } = kind === 'service' ? noSessions : await this.update(id, { disabled: true }, by);
    await this.recorded(clientActions.client_deleted, id, by, async ({ oauthClients }) => {
      if (!(await oauthClients.remove(id))) throw notFound(noSuchClient);
    });
    return { sessionsEnded };
  }

  /** The rules of webhooks: Gatehouse sends to both. @throws AppError `VALIDATION_FAILED` */
  private async checkLogoutAddress({
    backchannelLogoutUri,
  }: Pick<ClientChanges, 'backchannelLogoutUri'>): Promise<void> {
    if (backchannelLogoutUri === undefined || backchannelLogoutUri === null) return;
    const problem = await this.needs.addresses.problemNow(backchannelLogoutUri);
    if (problem !== null) throw invalidField('backchannelLogoutUri', problem);
  }

  private endSessions(clientId: string, reason: SessionEnd, by: RequestContext | null): Promise<number> {
    return this.needs.sessions.endOfClient(clientId, reason, by);
  }

  private recorded<Result>(
    action: AuditAction,
    clientId: string,
    by: RequestContext | null,
    work: (stores: TransactionStores) => Promise<Result>,
  ): Promise<Result> {
    return this.needs.stores.transaction(null, async (tx) => {
      const result = await work(tx);
      await this.record(tx, action, { clientId }, by);
      return result;
    });
  }

  private record(
    tx: TransactionStores,
    action: AuditAction,
    details: AuditDetails,
    by: RequestContext | null,
  ): Promise<void> {
    return tx.audit.insert([successEvent(action, this.needs.clock(), by, { details })]);
  }
}

/** The next sign-in would replace them with those of the document. @throws AppError `VALIDATION_FAILED` */
function checkDocumentClient(fields: readonly string[]): void {
  const problems = fields.filter((field) => field !== 'disabled').map((field) => ({ field, msg: ofDocument }));
  if (problems.length > 0) throw new AppError('VALIDATION_FAILED', { fields: problems });
}

const ofDocument = 'comes from the document of the client: only disabled can be changed';

/** Returns the client after the changes, and the names of the fields whose values differ. */
function changedClient(
  before: OAuthClient,
  { disabled = before.disabledTs !== null, ...given }: ClientChanges,
  at: Date,
): { client: ClientUpdate; fields: string[] } {
  const client: ClientUpdate = {
    name: given.name ?? before.name,
    redirectUris: given.redirectUris ?? before.redirectUris,
    postLogoutRedirectUris: given.postLogoutRedirectUris ?? before.postLogoutRedirectUris,
    backchannelLogoutUri:
      given.backchannelLogoutUri === undefined ? before.backchannelLogoutUri : given.backchannelLogoutUri,
    scopes: given.scopes ?? before.scopes,
    audience: given.audience === undefined ? before.audience : given.audience,
    firstParty: given.firstParty ?? before.firstParty,
    pkceRequired: given.pkceRequired ?? before.pkceRequired,
    deviceGrant: given.deviceGrant ?? before.deviceGrant,
    idTokenAlg: given.idTokenAlg ?? before.idTokenAlg,
    logoUri: given.logoUri === undefined ? before.logoUri : given.logoUri,
    policyUri: given.policyUri === undefined ? before.policyUri : given.policyUri,
    tosUri: given.tosUri === undefined ? before.tosUri : given.tosUri,
    disabledTs: disabled ? (before.disabledTs ?? at) : null,
  };
  const names = keysOf(client);
  const changed = names.filter((name) => JSON.stringify(client[name]) !== JSON.stringify(before[name]));
  return { client, fields: changed.map((name) => (name === 'disabledTs' ? 'disabled' : name)) };
}
