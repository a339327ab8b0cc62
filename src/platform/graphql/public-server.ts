import type { GraphQLSchema } from 'graphql';
import { bodyBytes } from '../http/http-limits';
import type { RequestScheduler } from '../http/request-scheduler';
import type { Log } from '../observability/log';
import { sandboxOrigins, sandboxPage } from './explorer/sandbox.page';
import { createGraphqlServer, type GraphqlApi, type GraphqlSettings } from './server';

/**
 * Serves `POST /graphql`, and queries with `GET /graphql?query=…`. If GRAPHQL_EXPLORER is on, `GET /graphql` shows Apollo
 * Sandbox in a browser. `HEAD` has the headers of `GET`.
 */
export function createGraphqlApi(
  schema: GraphQLSchema,
  config: GraphqlSettings & { production: boolean },
  log: Log,
  scheduler: RequestScheduler,
): Promise<GraphqlApi> {
  const page = { html: sandboxPage(config.publicUrl), origins: config.production ? [] : sandboxOrigins };
  return createGraphqlServer(
    {
      path: '/graphql',
      bodyBytes: bodyBytes.graphql,
      schema,
      isQueriedByGet: true,
      page: config.explorer ? page : null,
    },
    config,
    log,
    scheduler,
  );
}
