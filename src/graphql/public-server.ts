import type { Config } from '../platform/config/config';
import { bodyBytes } from '../platform/http/http-limits';
import type { RequestScheduler } from '../platform/http/request-scheduler';
import type { Log } from '../platform/observability/log';
import { sandboxOrigins, sandboxPage } from './sandbox.page';
import { createSchema, type SchemaServices } from './schema';
import { createGraphqlServer, type GraphqlApi } from './server';

/**
 * Serves `POST /graphql`, and queries with `GET /graphql?query=…`. If GRAPHQL_EXPLORER is on, `GET /graphql` shows Apollo
 * Sandbox in a browser. `HEAD` has the headers of `GET`.
 */
export function createGraphqlApi(
  services: SchemaServices,
  config: Config,
  log: Log,
  scheduler: RequestScheduler,
): Promise<GraphqlApi> {
  const page = { html: sandboxPage(config.publicUrl), origins: config.production ? [] : sandboxOrigins };
  return createGraphqlServer(
    {
      path: '/graphql',
      bodyBytes: bodyBytes.graphql,
      schema: createSchema(services),
      isQueriedByGet: true,
      page: config.explorer ? page : null,
    },
    config,
    log,
    scheduler,
  );
}
