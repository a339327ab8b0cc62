import type { GraphQLSchema } from 'graphql';
import type { Config } from '../config/config';
import { bodyBytes } from '../http/http-limits';
import type { RequestScheduler } from '../http/request-scheduler';
import type { Log } from '../observability/log';
import { createGraphqlServer, type GraphqlApi } from './server';

/** Serves `POST /admin/graphql`: the schema of super admins. */
export const createAdminGraphqlApi = (
  schema: GraphQLSchema,
  config: Config,
  log: Log,
  scheduler: RequestScheduler,
): Promise<GraphqlApi> =>
  createGraphqlServer(
    {
      path: '/admin/graphql',
      bodyBytes: bodyBytes.admin,
      schema,
      isQueriedByGet: false,
      page: null,
    },
    config,
    log,
    scheduler,
  );
