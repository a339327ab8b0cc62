import { v7 as uuidv7 } from 'uuid';
import type { AuditAction } from '../../platform/audit/action-table';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { notFound } from '../../platform/errors/app-error';
import { parseInput } from '../../platform/request/input-parser';
import type { Clock } from '../../platform/runtime/clock';
import { createClientSecret, hashClientSecret } from './client-secret';
import type { OAuthClient } from './oauth-client';
import type { OAuthClientStore } from './oauth-client.store';
import { createClientInput } from './oauth-clients.inputs';

interface TransactionStores {
  oauthClients: OAuthClientStore;
  audit: Pick<AuditStore, 'insert'>;
}

export interface OAuthClientStores {
  oauthClients: OAuthClientStore;
  transaction: Transact<TransactionStores>;
}

export interface IssuedSecret {
  client: OAuthClient;
  /** Not stored, so it cannot be shown again. */
  clientSecret: string;
}

/** How long the previous secret is accepted after a rotation, so that a service can be changed without an outage. */
const overlapMs = 86_400_000;

/** The operations of an operator on clients. Every operation can throw AppError `SERVICE_UNAVAILABLE`. */
export class OAuthClientsService {
  constructor(
    private readonly stores: OAuthClientStores,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `VALIDATION_FAILED` */
  async create(input: unknown): Promise<IssuedSecret> {
    const { name } = parseInput(createClientInput, input);
    const createdTs = this.clock();
    const id = uuidv7({ msecs: createdTs.getTime() });
    const clientSecret = createClientSecret();
    return this.recorded('client_created', id, async ({ oauthClients }) => {
      const secretHash = hashClientSecret(clientSecret);
      return { client: await oauthClients.insert({ id, name, secretHash, createdTs }), clientSecret };
    });
  }

  /** Returns the newest clients first. */
  list(): Promise<OAuthClient[]> {
    return this.stores.oauthClients.list();
  }

  /** @throws AppError `NOT_FOUND` */
  async get(id: string): Promise<OAuthClient> {
    const client = await this.stores.oauthClients.findById(id);
    if (!client) throw notFound('client');
    return client;
  }

  /**
   * Replaces the secret. The previous secret is accepted for 24 more hours, unless `atOnce` is set. A secret before the
   * previous one is rejected from now on.
   * @throws AppError `NOT_FOUND`; Error if another process replaces the secret at the same time
   */
  rotateSecret(id: string, { atOnce }: { atOnce: boolean }): Promise<IssuedSecret> {
    const clientSecret = createClientSecret();
    return this.recorded('client_secret_rotated', id, async ({ oauthClients }) => {
      const found = await oauthClients.findCredentials(id);
      if (!found) throw notFound('client');
      const at = this.clock();
      const client = await oauthClients.replaceSecret(id, {
        from: found.hashes.secretHash,
        to: hashClientSecret(clientSecret),
        at,
        previousUntilTs: atOnce ? null : new Date(at.getTime() + overlapMs),
      });
      if (!client) throw new Error('another process changed this client at the same time. Try again');
      return { client, clientSecret };
    });
  }

  /** @throws AppError `NOT_FOUND` */
  delete(id: string): Promise<void> {
    return this.recorded('client_deleted', id, async ({ oauthClients }) => {
      if (!(await oauthClients.remove(id))) throw notFound('client');
    });
  }

  private recorded<Result>(
    action: AuditAction,
    clientId: string,
    work: (stores: TransactionStores) => Promise<Result>,
  ): Promise<Result> {
    return this.stores.transaction(null, async (tx) => {
      const result = await work(tx);
      await tx.audit.insert([successEvent(action, this.clock(), null, { details: { clientId } })]);
      return result;
    });
  }
}
