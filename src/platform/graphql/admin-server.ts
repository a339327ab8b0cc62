import type { RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import { bodyBytes } from '../http/http-limits';
import { pathOf } from '../http/request-line';
import type { RequestScheduler } from '../http/request-scheduler';
import type { Log } from '../observability/log';
import { createGraphqlServer, type GraphqlApi, type GraphqlSettings } from './server';

const path = '/admin/graphql';

/**
 * Serves `POST /admin/graphql`: the schema of super admins. The first request makes it, which takes a tenth of a second,
 * because most servers never get one.
 */
export function createAdminGraphqlApi(
  createSchema: () => GraphQLSchema,
  config: GraphqlSettings,
  log: Log,
  scheduler: RequestScheduler,
): GraphqlApi {
  let api: Promise<GraphqlApi> | undefined;
  const create = async () =>
    createGraphqlServer(
      { path, bodyBytes: bodyBytes.admin, schema: createSchema(), isQueriedByGet: false, page: null },
      config,
      log,
      scheduler,
    );
  const handler: RequestHandler = (req, res, next) => {
    if (pathOf(req.url) !== path) return next();
    api ??= create();
    api.then((created) => created.handler(req, res, next)).catch(next);
  };
  return { handler, close: async () => (await api)?.close() };
}
