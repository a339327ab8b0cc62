import { notFound } from '../../platform/errors/app-error';
import type { Log } from '../../platform/observability/log';
import type { Clock } from '../../platform/runtime/clock';
import { ProviderClient } from './provider-client';
import { ProviderHttp } from './provider-http';
import { noSuchProvider } from './provider-table';
import type { ProviderConfig } from './providers.settings';

/** Where a provider sends the browser back to. */
export const callbackPath = (id: string): string => `/login/callback/${id}`;

/** The providers of this installation, in the order of their buttons. */
export class Providers {
  private readonly connections: readonly { client: ProviderClient; http: ProviderHttp }[];

  constructor(configs: readonly ProviderConfig[], publicUrl: string, requestMs: number, clock: Clock, log: Log) {
    this.connections = configs.map((config) => {
      const http = new ProviderHttp(config.id, config.issuer.startsWith('http:'), requestMs, clock, log);
      return { client: new ProviderClient(config, `${publicUrl}${callbackPath(config.id)}`, http, clock), http };
    });
  }

  get areAny(): boolean {
    return this.connections.length > 0;
  }

  list(): ProviderConfig[] {
    return this.connections.map(({ client }) => client.provider);
  }

  has(id: string): boolean {
    return this.list().some((provider) => provider.id === id);
  }

  /** @throws AppError `NOT_FOUND` */
  get(id: string): ProviderClient {
    const found = this.connections.find(({ client }) => client.provider.id === id);
    if (!found) throw notFound(noSuchProvider);
    return found.client;
  }

  /** The name of a provider for people. Another configuration can have had others. */
  labelOf(id: string): string {
    return this.list().find((provider) => provider.id === id)?.label ?? id;
  }

  /** How many requests each provider has answered, and how many it has not. */
  counts(): { provider: string; counts: ProviderHttp['counts'] }[] {
    return this.connections.map(({ client, http }) => ({ provider: client.provider.id, counts: http.counts }));
  }

  close(): void {
    for (const { http } of this.connections) http.close();
  }
}
