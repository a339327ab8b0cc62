import type { Config } from '../platform/config/config';
import { bodyBytes } from '../platform/http/http-limits';
import type { RequestScheduler } from '../platform/http/request-scheduler';
import type { Log } from '../platform/observability/log';
import type { AdminServices } from '../wiring/administration.module';
import { createAdminSchema } from './admin-schema';
import { createGraphqlServer, type GraphqlApi } from './server';

/** Serves `POST /admin/graphql`: the schema of super admins. */
export const createAdminGraphqlApi = (
  services: AdminServices,
  config: Config,
  log: Log,
  scheduler: RequestScheduler,
): Promise<GraphqlApi> =>
  createGraphqlServer(
    {
      path: '/admin/graphql',
      bodyBytes: bodyBytes.admin,
      schema: createAdminSchema(services),
      isQueriedByGet: false,
      page: null,
    },
    config,
    log,
    scheduler,
  );
