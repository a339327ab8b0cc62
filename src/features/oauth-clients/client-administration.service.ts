import type { AdminOperations } from '../../accounts/admin-access/admin-access';
import type { OAuthClient } from '../../accounts/applications/oauth-client';
import { notFound } from '../../platform/errors/app-error';
import { readInput } from '../../platform/operations/run-operation';
import type { RequestContext } from '../../platform/request/request-context';
import {
  createOauthClient,
  deleteOauthClient,
  noSuchClient,
  oauthClient,
  oauthClients,
  rotateOauthClientSecret,
  updateOauthClient,
} from './client-administration.operations';
import type { IssuedSecret, OAuthClientsService } from './oauth-clients.service';

/**
 * The OAuth clients for super admins, for both APIs. All operations can throw AppError `UNAUTHENTICATED`,
 * `STEP_UP_REQUIRED`, `FORBIDDEN`, `RATE_LIMITED` and `SERVICE_UNAVAILABLE`.
 */
export class ClientAdministrationService {
  constructor(
    private readonly admin: AdminOperations,
    private readonly clients: OAuthClientsService,
  ) {}

  /** Returns the newest clients first. */
  oauthClients(context: RequestContext): Promise<OAuthClient[]> {
    return this.admin.read(oauthClients, context, () => this.clients.list());
  }

  oauthClient(input: unknown, context: RequestContext): Promise<OAuthClient> {
    return this.admin.read(oauthClient, context, async () => {
      const { id } = readInput(oauthClient, input, context);
      return this.clients.get(known(id));
    });
  }

  createOauthClient(input: unknown, context: RequestContext): Promise<IssuedSecret> {
    return this.admin.change(createOauthClient, context, () =>
      context.timings.measure('database', () => this.clients.create(input, context)),
    );
  }

  updateOauthClient(input: unknown, context: RequestContext): Promise<OAuthClient> {
    return this.admin.change(updateOauthClient, context, async () => {
      const { id, ...changes } = readInput(updateOauthClient, input, context);
      return context.timings.measure('database', async () => {
        const { client, changed } = await this.clients.update(known(id), changes, context);
        if (!changed) await this.admin.recordRead(updateOauthClient, context, { details: { clientId: client.id } });
        return client;
      });
    });
  }

  rotateOauthClientSecret(input: unknown, context: RequestContext): Promise<IssuedSecret> {
    return this.admin.change(rotateOauthClientSecret, context, async () => {
      const { id, atOnce } = readInput(rotateOauthClientSecret, input, context);
      return context.timings.measure('database', () =>
        this.clients.rotateSecret(known(id), { atOnce: atOnce ?? false }, context),
      );
    });
  }

  deleteOauthClient(input: unknown, context: RequestContext): Promise<{ sessionsEnded: number }> {
    return this.admin.change(deleteOauthClient, context, async () => {
      const { id } = readInput(deleteOauthClient, input, context);
      return context.timings.measure('database', () => this.clients.delete(known(id), context));
    });
  }
}

function known(id: string | null): string {
  if (id === null) throw notFound(noSuchClient);
  return id;
}
