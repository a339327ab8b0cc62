import type { z } from 'zod';
import type { AuditAction } from '../../platform/audit/action';
import type { AuditStore } from '../../platform/audit/audit.store';
import { type AuditDetails, successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError, invalidField, notFound } from '../../platform/errors/app-error';
import { type Page, pageIn } from '../../platform/operations/answer';
import { parseInput } from '../../platform/request/input-parser';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { uuidv7 } from '../../platform/runtime/uuid';
import type { WebhookEventType } from '../../platform/webhooks/event-type';
import { createWebhookSecret, parseWebhookSecret } from '../../platform/webhooks/standard-webhooks';
import { toWebhookBody, type WebhookDelivery, type WebhookEndpoint } from '../../platform/webhooks/webhook';
import type { WebhookAddresses } from '../../platform/webhooks/webhook-address';
import { mostEndpoints } from '../../platform/webhooks/webhook-deliveries';
import type { WebhookDeliveryPageRequest, WebhookDeliveryStore } from '../../platform/webhooks/webhook-delivery.store';
import type { WebhookEndpointStore } from '../../platform/webhooks/webhook-endpoint.store';
import type { WebhookSecretEncryption } from '../../platform/webhooks/webhook-secrets';
import { endpointActions } from './admin-webhooks.audit';
import { createWebhookInput, updateWebhookInput } from './admin-webhooks.inputs';
import { noSuchDelivery, noSuchEndpoint } from './admin-webhooks.operations';

interface TransactionStores {
  webhookEndpoints: WebhookEndpointStore;
  webhookDeliveries: WebhookDeliveryStore;
  audit: Pick<AuditStore, 'insert'>;
}

interface WebhookStores extends Omit<TransactionStores, 'audit'> {
  transaction: Transact<TransactionStores>;
}

export interface IssuedWebhookSecret {
  endpoint: WebhookEndpoint;
  /** `whsec_…`. Stored encrypted, and never returned again. */
  secret: string;
}

/** A delivery as super admins see it. */
export interface ShownDelivery extends WebhookDelivery {
  /** The same at each attempt. */
  body: string;
}

/** Only the given fields are changed. */
type WebhookChanges = Omit<z.output<typeof updateWebhookInput>, 'id'>;

interface WebhookEndpointsNeeds {
  stores: WebhookStores;
  secrets: Pick<WebhookSecretEncryption, 'encrypt'>;
  addresses: Pick<WebhookAddresses, 'problemNow'>;
  clock: Clock;
}

/** How long the previous secret signs, too, so that a receiver can be changed without an outage. */
const overlapMs = 86_400_000;

/**
 * The operations of an operator on webhooks, for the commands and for the administration API. `by` is null for a command.
 * Every operation can throw AppError `SERVICE_UNAVAILABLE`.
 */
export class WebhookEndpointsService {
  constructor(private readonly needs: WebhookEndpointsNeeds) {}

  /** @throws AppError `VALIDATION_FAILED`; `CONFLICT` if there are too many */
  async create(input: unknown, by: RequestContext | null): Promise<IssuedWebhookSecret> {
    const { url, types } = parseInput(createWebhookInput, input);
    await this.checkAddress(url);
    const createdTs = this.needs.clock();
    const id = uuidv7(createdTs);
    const { secret, encryptedSecret } = this.newSecret(id);
    const endpoint = await this.recorded(endpointActions.webhook_created, { endpointId: id }, by, async (tx) => {
      if ((await tx.webhookEndpoints.lockAll()) >= mostEndpoints) {
        throw new AppError('CONFLICT', { msg: `There are ${mostEndpoints} endpoints already.` });
      }
      return tx.webhookEndpoints.insert({ id, url, types, encryptedSecret, createdTs });
    });
    return { endpoint, secret };
  }

  /** Returns the newest endpoints first. */
  list(): Promise<WebhookEndpoint[]> {
    return this.needs.stores.webhookEndpoints.list();
  }

  /** @throws AppError `NOT_FOUND` */
  async get(id: string): Promise<WebhookEndpoint> {
    const endpoint = await this.needs.stores.webhookEndpoints.find(id);
    if (!endpoint) throw notFound(noSuchEndpoint);
    return endpoint;
  }

  /** Changes the given fields, for a command. @throws AppError `NOT_FOUND`, `VALIDATION_FAILED` */
  change(input: unknown, by: RequestContext | null): Promise<{ endpoint: WebhookEndpoint; changed: boolean }> {
    const { id, ...changes } = parseInput(updateWebhookInput, input);
    if (id === null) throw notFound(noSuchEndpoint);
    return this.update(id, changes, by);
  }

  /** @throws AppError `NOT_FOUND`, `VALIDATION_FAILED` */
  async update(
    id: string,
    changes: WebhookChanges,
    by: RequestContext | null,
  ): Promise<{ endpoint: WebhookEndpoint; changed: boolean }> {
    if (changes.url !== undefined) await this.checkAddress(changes.url);
    return this.needs.stores.transaction(null, async (tx) => {
      const before = await tx.webhookEndpoints.lock(id);
      if (!before) throw notFound(noSuchEndpoint);
      const { url = before.url, types = before.types, disabled = before.disabledTs !== null } = changes;
      const fields = [
        ...(url === before.url ? [] : ['url']),
        ...(types.join() === before.types.join() ? [] : ['types']),
        ...(disabled === (before.disabledTs !== null) ? [] : ['disabled']),
      ];
      if (fields.length === 0) return { endpoint: before, changed: false };
      const disabledTs = disabled ? (before.disabledTs ?? this.needs.clock()) : null;
      const endpoint = await tx.webhookEndpoints.update(id, { url, types, disabledTs });
      if (!endpoint) throw notFound(noSuchEndpoint);
      await this.record(tx, endpointActions.webhook_updated, { endpointId: id, fields }, by);
      return { endpoint, changed: true };
    });
  }

  /** Replaces the secret. The previous one signs for 24 more hours, too, unless `atOnce` is set. @throws AppError `NOT_FOUND` */
  rotateSecret(id: string, { atOnce }: { atOnce: boolean }, by: RequestContext | null): Promise<IssuedWebhookSecret> {
    const { secret, encryptedSecret } = this.newSecret(id);
    return this.recorded(
      endpointActions.webhook_secret_rotated,
      { endpointId: id },
      by,
      async ({ webhookEndpoints }) => {
        if (!(await webhookEndpoints.lock(id))) throw notFound(noSuchEndpoint);
        const at = this.needs.clock();
        const previousUntilTs = atOnce ? null : new Date(at.getTime() + overlapMs);
        const endpoint = await webhookEndpoints.replaceSecret(id, encryptedSecret, at, previousUntilTs);
        if (!endpoint) throw notFound(noSuchEndpoint);
        return { endpoint, secret };
      },
    );
  }

  /** @throws AppError `NOT_FOUND` */
  delete(id: string, by: RequestContext | null): Promise<void> {
    return this.recorded(endpointActions.webhook_deleted, { endpointId: id }, by, async ({ webhookEndpoints }) => {
      if (!(await webhookEndpoints.remove(id))) throw notFound(noSuchEndpoint);
    });
  }

  /** Sends an example of the type, or a `test`. @throws AppError `NOT_FOUND`; `CONFLICT` if the endpoint is disabled */
  test(id: string, type: WebhookEventType | null, by: RequestContext | null): Promise<ShownDelivery> {
    return this.recorded(endpointActions.webhook_tested, { endpointId: id }, by, async (tx) => {
      await requireEnabled(tx, id);
      const content = { type: type?.name ?? 'test', data: type?.example ?? {} };
      return withBody(await tx.webhookDeliveries.insertTest({ endpointId: id, ...content, at: this.needs.clock() }));
    });
  }

  /** Returns a page of the deliveries, the newest first. @throws AppError `NOT_FOUND` */
  async deliveries(request: WebhookDeliveryPageRequest): Promise<Page<ShownDelivery>> {
    await this.get(request.endpointId);
    const found = await this.needs.stores.webhookDeliveries.page(request);
    const { items, hasMore } = pageIn(found, request.first);
    return { items: items.map(withBody), hasMore };
  }

  /** @throws AppError `NOT_FOUND`; `CONFLICT` if it is being sent, or if its endpoint is disabled */
  retry(id: string, by: RequestContext | null): Promise<ShownDelivery> {
    return this.recorded(endpointActions.webhook_retried, { deliveryId: id }, by, async (tx) => {
      const delivery = await tx.webhookDeliveries.find(id);
      if (!delivery) throw notFound(noSuchDelivery);
      await requireEnabled(tx, delivery.endpointId);
      if (!(await tx.webhookDeliveries.retry(id, this.needs.clock()))) {
        throw new AppError('CONFLICT', { msg: 'The delivery is being sent now.' });
      }
      return withBody((await tx.webhookDeliveries.find(id)) ?? delivery);
    });
  }

  /** @throws AppError `VALIDATION_FAILED` */
  private async checkAddress(url: string): Promise<void> {
    const problem = await this.needs.addresses.problemNow(url);
    if (problem !== null) throw invalidField('url', problem);
  }

  private newSecret(endpointId: string) {
    const secret = createWebhookSecret();
    const bytes = parseWebhookSecret(secret);
    if (!bytes) throw new Error('a new secret has the form of a secret');
    return { secret, encryptedSecret: this.needs.secrets.encrypt(bytes, endpointId) };
  }

  private recorded<Result>(
    action: AuditAction,
    details: AuditDetails,
    by: RequestContext | null,
    work: (stores: TransactionStores) => Promise<Result>,
  ): Promise<Result> {
    return this.needs.stores.transaction(null, async (tx) => {
      const result = await work(tx);
      await this.record(tx, action, details, by);
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

const withBody = (delivery: WebhookDelivery): ShownDelivery => ({ ...delivery, body: toWebhookBody(delivery) });

async function requireEnabled({ webhookEndpoints }: TransactionStores, id: string): Promise<void> {
  const endpoint = await webhookEndpoints.find(id);
  if (!endpoint) throw notFound(noSuchEndpoint);
  if (endpoint.disabledTs) throw new AppError('CONFLICT', { msg: 'The endpoint is disabled.' });
}
