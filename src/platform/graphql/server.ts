import { ApolloServer, type ApolloServerPlugin, type GraphQLRequestContext } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql';
import { AppError } from '../errors/app-error';
import { crossOrigin } from '../http/cross-origin';
import { writeErrorHead } from '../http/error-head';
import { toHttpError } from '../http/http-error';
import { inOrder } from '../http/in-order';
import { jsonBody } from '../http/json-body';
import { type Page, sendPage } from '../http/page';
import { contextOf } from '../http/read-request-context';
import { type CookieSettings, createRefreshCookies, type RefreshCookies } from '../http/refresh-cookie';
import { factsOf } from '../http/request-facts';
import { pathOf, queryOf } from '../http/request-line';
import type { RequestScheduler } from '../http/request-scheduler';
import { createRouter } from '../http/routes';
import { sendJson } from '../http/send-json';
import type { Log } from '../observability/log';
import type { RequestOperation } from '../request/finished-request';
import { operationsOf } from './field-operation';
import { formatError, fromGraphqlError, isPersistedQuery, toGraphqlError } from './format-error';
import type { GraphqlContext } from './graphql-context';
import { limitedDocuments, parseOptions, validationOptions } from './limited-documents';
import { variableProblems } from './variable-problems';

export interface GraphqlApi {
  handler: RequestHandler;
  close(): Promise<void>;
}

interface GraphqlEndpoint {
  path: string;
  bodyBytes: number;
  schema: GraphQLSchema;
  /** Whether queries can be in the URL of a GET request. */
  isQueriedByGet: boolean;
  /** The page for a browser that opens the path. Null for no page. */
  page: { html: Page; origins: readonly string[] } | null;
}

export interface GraphqlSettings extends CookieSettings {
  /** Whether a client can read the schema. */
  explorer: boolean;
}

/** Serves one schema by POST and, if it allows that, by GET, as the GraphQL over HTTP specification says. */
export async function createGraphqlServer(
  { path, bodyBytes, schema, isQueriedByGet, page }: GraphqlEndpoint,
  config: GraphqlSettings,
  log: Log,
  scheduler: RequestScheduler,
): Promise<GraphqlApi> {
  const apollo = createApollo(schema, config, log);
  await apollo.start();
  const answer = [
    limitedDocuments(schema, { introspection: config.explorer }, scheduler),
    answerInJson,
    executeWith(apollo, createRefreshCookies(config)),
  ] as const;
  const answerPost = inOrder([jsonBody(bodyBytes, noBatches), withoutEmptyParameters, ...answer]);
  const answerGet = inOrder([waitInQueue(scheduler), documentInUrl, ...answer]);
  const showPage: RequestHandler = (_req, res) => {
    factsOf(res).operation = { name: 'explorer' };
    if (page) sendPage(res, page.html);
  };
  const allow = isQueriedByGet ? ['GET', 'HEAD', 'POST'] : ['POST'];
  const handlerOf = (req: Request): RequestHandler => {
    if (req.method === 'POST') return answerPost;
    if (!allow.includes(req.method)) throw new AppError('METHOD_NOT_ALLOWED', { allow });
    // Apollo's Express integration requires that the property `body` exists.
    req.body = undefined;
    return page && req.accepts(['json', responseJson, 'html']) === 'html' ? showPage : answerGet;
  };
  const routes = createRouter([
    { method: 'all', path, api: 'graphql', handlers: [(req, res, next) => handlerOf(req)(req, res, next)] },
  ]);
  const letPageIn = page && page.origins.length > 0 && crossOrigin(page.origins, { credentials: false });
  const handle = letPageIn ? inOrder([letPageIn, routes]) : routes;
  return {
    handler: (req, res, next) => {
      if (pathOf(req.url) !== path) return next();
      handle(req, res, (error?: unknown) => (error ? renderError(error, req, res, next) : next()));
    },
    close: () => apollo.stop(),
  };
}

const createApollo = (schema: GraphQLSchema, { explorer }: GraphqlSettings, log: Log) =>
  new ApolloServer<GraphqlContext>({
    schema,
    introspection: explorer,
    hideSchemaDetailsFromClientErrors: !explorer,
    includeStacktraceInErrorResponses: false,
    formatError,
    parseOptions,
    validationOptions,
    persistedQueries: false,
    // A website can send a query in the name of its visitor, and gets nothing: queries have no authority from a cookie. A
    // mutation needs POST with `application/json`, for which a browser asks first (CORS).
    csrfPrevention: false,
    // `serve` stops the server in this order: requests in flight, this API, the database.
    stopOnTerminationSignals: false,
    logger: log,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      // No response may be cached, and this plugin would wrap the resolver of every field.
      ApolloServerPluginCacheControlDisabled(),
      requestPlugin(operationFinder(schema), explorer),
    ],
  });

const executeWith = (apollo: ApolloServer<GraphqlContext>, cookies: RefreshCookies): RequestHandler =>
  expressMiddleware(apollo, {
    context: async ({ req, res }) => {
      const facts = factsOf(res);
      // Apollo rejects some requests without calling a plugin. `requestPlugin` removes this error from all others.
      facts.error = notRead;
      return {
        facts,
        request: req.method === 'GET' ? contextOf(req, res) : contextOf(req, res, cookies),
        setRefreshCookie: (token, expires) => cookies.set(res, token, expires),
        clearRefreshCookie: () => cookies.clear(res),
      };
    },
  });

const notRead = new AppError('MALFORMED_REQUEST');

/** Records the operation for the log, and rejects variables of the wrong type before GraphQL's message repeats them. */
const requestPlugin = (
  requestedOf: ReturnType<typeof operationFinder>,
  showsSchema: boolean,
): ApolloServerPlugin<GraphqlContext> => ({
  async requestDidStart({ contextValue: { facts } }) {
    facts.error = null;
    return {
      async didResolveOperation({ schema, operation, request, contextValue }) {
        if (!operation) return;
        contextValue.facts.operation = requestedOf(operation);
        const fields = variableProblems(schema, operation, request.variables ?? {}, showsSchema);
        if (fields.length > 0) throw toGraphqlError(new AppError('VALIDATION_FAILED', { fields }));
      },
      async didEncounterErrors({ errors, contextValue }: GraphQLRequestContext<GraphqlContext>) {
        const [first] = errors ?? [];
        if (first) contextValue.facts.error = fromGraphqlError(first);
      },
      async willSendResponse({ response, errors }) {
        const [first] = errors ?? [];
        const error = first && fromGraphqlError(first);
        const isUnanswered = response.body.kind === 'single' && response.body.singleResult.data === undefined;
        if (error && isPersistedQuery(error)) {
          // Apollo's status 200 stays, because clients expect it. No response may be cached.
          response.http.headers.delete('cache-control');
          return;
        }
        // Apollo has other status codes than the error table for some errors.
        if (error && (isUnanswered || error.code === 'VALIDATION_FAILED')) response.http.status = error.status;
      },
    };
  },
});

/** Returns a function that says what a document asks for. */
function operationFinder(schema: GraphQLSchema): (document: OperationDefinitionNode) => RequestOperation {
  const operations = new Map([...operationsOf(schema.getQueryType()), ...operationsOf(schema.getMutationType())]);
  return ({ selectionSet: { selections } }) => {
    const names = new Set(selections.map((node) => (node.kind === Kind.FIELD ? node.name.value : '')));
    const [name = ''] = names;
    if (names.size > 1) return { name: 'several' };
    if (name.startsWith('__')) return { name: 'introspection' };
    return operations.get(name) ?? { name: 'other' };
  };
}

/**
 * Apollo checks `Accept` after the execution, and then sends an error instead of the result. Without the header, Apollo
 * sends JSON.
 */
const answerInJson: RequestHandler = (req, _res, next) => {
  const { accept = '*/*' } = req.headers;
  // Most clients send one of these two values.
  const isJson = accept === '*/*' || accept === 'application/json';
  const type = isJson ? 'json' : req.accepts(['application/json', responseJson]);
  if (type === responseJson) req.headers.accept = responseJson;
  else delete req.headers.accept;
  next();
};

const responseJson = 'application/graphql-response+json';

const noBatches = 'The body is an array. Batches are not supported: send one request for each operation.';

/** Queues a query by GET as `createApp` queues a POST request, because parsing a new document is expensive. */
const waitInQueue =
  (scheduler: RequestScheduler): RequestHandler =>
  (req, _res, next) => {
    if (scheduler.isCheap(req.socket)) next();
    else scheduler.start('graphql', next);
  };

/** GraphQL over HTTP, GET: an empty one is as good as none. */
const optionalParameters = ['operationName', 'variables', 'extensions'] as const;

/** In a URL, an empty optional parameter is as none (GraphQL over HTTP, section "GET"). Clients also send it in JSON. */
const withoutEmptyParameters: RequestHandler = (req, _res, next) => {
  for (const name of optionalParameters) if (req.body[name] === '') delete req.body[name];
  next();
};

/** Puts the document of a URL where `limitedDocuments` looks for it. Apollo reads the URL itself, and rejects mutations. */
const documentInUrl: RequestHandler = (req, _res, next) => {
  const parameters = queryOf(req.url);
  for (const name of optionalParameters) {
    if (parameters.getAll(name).every((value) => value === '')) parameters.delete(name);
  }
  const query = parameters.get('query');
  req.url = `${pathOf(req.url)}?${parameters}`;
  req.body = query === null ? {} : { query };
  // Apollo does not know HEAD. Node does not send the body in response to HEAD.
  req.method = 'GET';
  // Without a body and a cache, these headers have no meaning. Apollo would send status 415, and Express status 304.
  delete req.headers['content-type'];
  delete req.headers['if-none-match'];
  next();
};

/** Renders errors that occur before Apollo, in the format that GraphQL clients expect. */
const renderError: ErrorRequestHandler = (thrown, _req, res, next) => {
  if (res.headersSent) return next(thrown);
  const error = toHttpError(thrown);
  writeErrorHead(res, error);
  sendJson(res, { errors: [formatError({ message: '' }, error)] });
};
