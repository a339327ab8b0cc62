import type { IncomingMessage, RequestListener } from 'node:http';
import express from 'express';
import { discovery, keySet } from './accounts/documents/documents.operations';
import { createSchema, restRoutes } from './apis';
import type { Config } from './compose/config';
import type { Services } from './compose/services';
import { arrivalRoute } from './doctor/arrival.rest';
import { oauthPaths } from './features/openid/oauth-clients.rest';
import { issueTokens } from './features/openid/openid.operations';
import { userinfo } from './features/openid/userinfo.operations';
import { createPages } from './pages/site.routes';
import { createAdminGraphqlApi } from './platform/graphql/admin-server';
import { graphiqlRoutes } from './platform/graphql/explorer/graphiql.routes';
import { createGraphqlApi } from './platform/graphql/public-server';
import { clientCountry } from './platform/http/client-country';
import { crossOrigin, crossOriginOfClients } from './platform/http/cross-origin';
import { type Messages, messagesOf } from './platform/http/express-messages';
import { inOrder } from './platform/http/in-order';
import { LoopbackListener } from './platform/http/loopback-listener';
import { observedRequests } from './platform/http/observed-requests';
import { publicDocuments } from './platform/http/public-document';
import { pathOf } from './platform/http/request-line';
import { requestLog } from './platform/http/request-log';
import { type QueueName, RequestScheduler } from './platform/http/request-scheduler';
import { createRouter, inFoldersOf, matcherOf, type Route } from './platform/http/routes';
import { securityHeaders } from './platform/http/security-headers';
import { trustedBackends } from './platform/http/trusted-backends';
import type { Log } from './platform/observability/log';
import type { OperationQueue, RequestObserver } from './platform/request/finished-request';
import { notFound, renderError } from './platform/rest/error-handler';

const adminSchemaModule = () => require('./admin-schema') as typeof import('./admin-schema.js');

export interface App {
  handler: RequestListener;
  /** For the server of the handler. */
  messages: Messages;
  /** Opens the port of the mailbox, and returns the address of its page. Null if there is no mailbox. */
  openMailbox(): Promise<string | null>;
  close(): Promise<void>;
}

/**
 * Creates the Express app with the GraphQL API and the REST API. Unknown routes get an error in the envelope of the
 * REST API, and a page if a person opens them in a browser. The `observers` are called in addition to the log.
 */
export async function createApp(
  services: Services,
  config: Config,
  log: Log,
  observers: readonly RequestObserver[] = [],
): Promise<App> {
  const scheduler = new RequestScheduler();
  const graphql = await createGraphqlApi(createSchema(services), config, log, scheduler);
  const { administration } = services;
  const admin =
    administration &&
    createAdminGraphqlApi(() => adminSchemaModule().createAdminSchema(administration), config, log, scheduler);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', config.trustProxy);
  const messages = messagesOf(app);

  const site = createPages(services, config);
  const apis = [
    ...restRoutes(services, config, site.showHome),
    ...graphiqlRoutes(config),
    arrivalRoute(services.arrivalProbe),
  ];
  const isApi = inFoldersOf([...apis, { path: graphqlPath }]);
  const loopback = new LoopbackListener(
    (req, res) => handler(req, res),
    { port: config.email.mailboxPort, setting: 'MAILBOX_PORT' },
    log,
  );
  const mailbox = site.mailboxRoutes(loopback);
  const pages = [...mailbox, ...site.routes];
  const isPage = inFoldersOf(pages);
  // A script of another origin must not read a page with the cookie of the person, and no browser calls the OAuth routes.
  const noScripts = (path: string) => isPage(path) || (oauthPaths as readonly string[]).includes(path);

  app.use(
    inOrder([
      observedRequests([requestLog(log), ...observers]),
      ...(config.trustedNetworks.length > 0 ? [trustedBackends(config.trustedNetworks)] : []),
      ...(config.countryHeader ? [clientCountry(config.countryHeader)] : []),
      securityHeaders(),
      crossOrigin(config.corsOrigins, { credentials: true, except: noScripts }),
      crossOriginOfClients(pathsOfClients, (origin) => services.clientOrigins.has(origin)),
      graphql.handler,
      ...(admin ? [admin.handler] : []),
      createRouter([...apis, ...site.conventions, ...pages]),
      notFound,
    ]),
    site.renderNotFound(isApi),
    renderError,
  );
  const queueOf = queuesOf([...apis, ...pages], scheduler);
  // Only Express and its layers know who sent a request behind a proxy, which the log names at the level `debug`.
  const needsLayers = config.trustedNetworks.length > 0 || log.isLevelEnabled('debug');
  const answered = publicDocuments(needsLayers ? [] : apis.filter(({ document }) => document), observers);
  const handler: RequestListener = (req, res) => {
    if (answered(req, res)) return;
    const queue = queueOf(req);
    if (queue === null) app(req, res);
    else scheduler.start(queue, () => app(req, res));
  };
  return {
    handler,
    messages,
    openMailbox: async () => (mailbox.length > 0 ? `${await loopback.origin()}/dev/mailbox` : null),
    close: async () => {
      await Promise.all([graphql.close(), admin?.close(), loopback.close()]);
    },
  };
}

/** What an application in a browser calls. The documents are public. */
const pathsOfClients = [issueTokens, userinfo, discovery, keySet].flatMap(({ rest }) =>
  rest.map((route) => route.replace(/^[A-Z]+ /, '')),
);

const graphqlPath = '/graphql';
const graphqlPaths = new Set([graphqlPath, '/admin/graphql']);

/**
 * Returns a function that chooses the queue of a request, because password hashing is expensive, and logins and changes can
 * arrive in bursts. The cost of a GraphQL request is unknown until its body was read. If the last GraphQL request of the connection was
 * cheap, the request does not wait.
 */
function queuesOf(routes: readonly Route[], scheduler: RequestScheduler): (req: IncomingMessage) => QueueName | null {
  const ofQueue = (queue: OperationQueue) => matcherOf(routes.filter(({ operation }) => operation?.queue === queue));
  const isHashing = ofQueue('hashing');
  const isChange = ofQueue('changes');
  return ({ method = '', url = '', socket }) => {
    // A GET hashes and changes nothing. Verifications of tokens, which are the most requests, end here.
    if (method === 'GET') return null;
    const path = pathOf(url);
    if (isHashing(method, path)) return 'hashing';
    if (isChange(method, path)) return 'changes';
    return method === 'POST' && graphqlPaths.has(path) && !scheduler.isCheap(socket) ? 'graphql' : null;
  };
}
