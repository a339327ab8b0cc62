import type { AdminOperations } from '../../accounts/admin-access/admin-access';
import { notFound } from '../../platform/errors/app-error';
import type { Page } from '../../platform/operations/answer';
import { readInput } from '../../platform/operations/run-operation';
import type { RequestContext } from '../../platform/request/request-context';
import type { WebhookEndpoint } from '../../platform/webhooks/webhook';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  noSuchDelivery,
  noSuchEndpoint,
  retryWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhookEndpoint,
  webhookDeliveries,
  webhookEndpoint,
  webhookEndpoints,
} from './admin-webhooks.operations';
import type { IssuedWebhookSecret, ShownDelivery, WebhookEndpointsService } from './webhook-endpoints.service';

/** The webhooks for super admins, for both APIs. */
export class AdminWebhooksService {
  constructor(
    private readonly admin: AdminOperations,
    private readonly endpoints: WebhookEndpointsService,
  ) {}

  /** Returns the newest endpoints first. */
  webhookEndpoints(context: RequestContext): Promise<WebhookEndpoint[]> {
    return this.admin.read(webhookEndpoints, context, () => this.endpoints.list());
  }

  webhookEndpoint(input: unknown, context: RequestContext): Promise<WebhookEndpoint> {
    return this.admin.read(webhookEndpoint, context, () =>
      this.endpoints.get(known(readInput(webhookEndpoint, input, context).id)),
    );
  }

  createWebhookEndpoint(input: unknown, context: RequestContext): Promise<IssuedWebhookSecret> {
    return this.admin.change(createWebhookEndpoint, context, () =>
      context.timings.measure('database', () => this.endpoints.create(input, context)),
    );
  }

  updateWebhookEndpoint(input: unknown, context: RequestContext): Promise<WebhookEndpoint> {
    return this.admin.change(updateWebhookEndpoint, context, async () => {
      const { id, ...changes } = readInput(updateWebhookEndpoint, input, context);
      return context.timings.measure('database', async () => {
        const { endpoint, changed } = await this.endpoints.update(known(id), changes, context);
        const details = { endpointId: endpoint.id };
        if (!changed) await this.admin.recordRead(updateWebhookEndpoint, context, { details });
        return endpoint;
      });
    });
  }

  rotateWebhookSecret(input: unknown, context: RequestContext): Promise<IssuedWebhookSecret> {
    return this.admin.change(rotateWebhookSecret, context, async () => {
      const { id, atOnce } = readInput(rotateWebhookSecret, input, context);
      return context.timings.measure('database', () =>
        this.endpoints.rotateSecret(known(id), { atOnce: atOnce ?? false }, context),
      );
    });
  }

  deleteWebhookEndpoint(input: unknown, context: RequestContext): Promise<void> {
    return this.admin.change(deleteWebhookEndpoint, context, async () => {
      const { id } = readInput(deleteWebhookEndpoint, input, context);
      return context.timings.measure('database', () => this.endpoints.delete(known(id), context));
    });
  }

  testWebhook(input: unknown, context: RequestContext): Promise<ShownDelivery> {
    return this.admin.change(testWebhook, context, async () => {
      const { id, type } = readInput(testWebhook, input, context);
      return context.timings.measure('database', () => this.endpoints.test(known(id), type ?? null, context));
    });
  }

  /** Returns a page of the deliveries, the newest first. */
  webhookDeliveries(input: unknown, context: RequestContext): Promise<Page<ShownDelivery>> {
    return this.admin.read(webhookDeliveries, context, () => {
      const { id, first, after } = readInput(webhookDeliveries, input, context);
      return this.endpoints.deliveries({ endpointId: known(id), first, after });
    });
  }

  retryWebhookDelivery(input: unknown, context: RequestContext): Promise<ShownDelivery> {
    return this.admin.change(retryWebhookDelivery, context, async () => {
      const { id } = readInput(retryWebhookDelivery, input, context);
      if (id === null) throw notFound(noSuchDelivery);
      return context.timings.measure('database', () => this.endpoints.retry(id, context));
    });
  }
}

function known(id: string | null): string {
  if (id === null) throw notFound(noSuchEndpoint);
  return id;
}
