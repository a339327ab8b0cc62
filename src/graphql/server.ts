import { ApolloServer, type ApolloServerPlugin, type GraphQLRequestContext } from '@apollo/server';
import {
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express';
import { Kind, type OperationDefinitionNode } from 'graphql';
import type { Config } from '../config';
import { AppError } from '../errors';
import { crossOrigin } from '../http/cross-origin';
import { toHttpError } from '../http/http-error';
import { bodyBytes } from '../http/http-limits';
import { jsonBody } from '../http/json-body';
import { createRefreshCookies } from '../http/refresh-cookie';
import { writeRefusalHead } from '../http/refusal';
import { clientOf } from '../http/request-client';
import { factsOf } from '../http/request-facts';
import { createRouter } from '../http/routes';
import type { Log } from '../log';
import { isOperation, type Operation } from '../operations';
import type { Context } from './context';
import { formatError, fromGraphqlError, toGraphqlError } from './format-error';
import { limitedDocuments, parseOptions, validationOptions } from './limited-documents';
import { sandboxOrigins, sandboxPage, sandboxPolicy } from './sandbox';
import { createSchema, type SchemaServices } from './schema';
import { variableProblems } from './variable-problems';

export interface GraphqlDoor {
  router: Router;
  close(): Promise<void>;
}

/** `POST /graphql`, and outside production `GET /graphql` for a browser: Apollo Sandbox. */
export async function createGraphqlDoor(services: SchemaServices, config: Config, log: Log): Promise<GraphqlDoor> {
  const schema = createSchema(services);
  const apollo = new ApolloServer<Context>({
    schema,
    introspection: config.explorer,
    hideSchemaDetailsFromClientErrors: !config.explorer,
    includeStacktraceInErrorResponses: false,
    formatError,
    parseOptions,
    validationOptions,
    persistedQueries: false,
    // The process stops in an order of its own (src/main.ts): requests, then this door, then the database.
    stopOnTerminationSignals: false,
    logger: log,
    plugins: [
      config.explorer ? sandboxPage() : ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      requestPlugin,
    ],
  });
  await apollo.start();
  const cookies = createRefreshCookies(config);
  const execute = expressMiddleware(apollo, {
    context: async ({ req, res }) => ({
      facts: factsOf(res),
      client: clientOf(req, res, cookies),
      setRefreshCookie: (token, expires) => cookies.set(res, token, expires),
      clearRefreshCookie: () => cookies.clear(res),
    }),
  });

  const router = express.Router();
  if (config.explorer && !config.production) {
    const letSandboxIn = crossOrigin(sandboxOrigins, { credentials: false });
    router.use((req, res, next) => (req.path === '/graphql' ? letSandboxIn(req, res, next) : next()));
  }
  router.use(
    createRouter([
      {
        method: 'post',
        path: '/graphql',
        handlers: [
          jsonBody(bodyBytes.graphql),
          limitedDocuments(schema, { introspection: config.explorer }),
          answerInJson,
          execute,
        ],
      },
      ...(config.explorer
        ? [{ method: 'get' as const, path: '/graphql', handlers: [browsersOnly, sandboxPolicy(), execute] }]
        : []),
    ]),
  );
  router.use(renderError);
  return { router, close: () => apollo.stop() };
}

/** Refuses variables that do not fit, before GraphQL says so with their values in the message; keeps the log's facts. */
const requestPlugin: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, operation, request, contextValue }) {
        if (!operation) return;
        contextValue.facts.operation = operationOf(operation);
        const fields = variableProblems(schema, operation, request.variables ?? {});
        if (fields.length > 0) throw toGraphqlError(new AppError('VALIDATION_FAILED', { fields }));
      },
      async didEncounterErrors({ errors, contextValue }: GraphQLRequestContext<Context>) {
        const [first] = errors ?? [];
        if (first) contextValue.facts.error = fromGraphqlError(first);
      },
      async willSendResponse({ response, errors }) {
        const [first] = errors ?? [];
        const error = first && fromGraphqlError(first);
        const isUnanswered = response.body.kind === 'single' && response.body.singleResult.data === undefined;
        // Apollo has statuses of its own for some; those of the error table are meant.
        if (error && (isUnanswered || error.code === 'VALIDATION_FAILED')) response.http.status = error.status;
      },
    };
  },
};

function operationOf({ selectionSet: { selections } }: OperationDefinitionNode): Operation {
  const names = new Set(selections.map((node) => (node.kind === Kind.FIELD ? node.name.value : '')));
  const [name = ''] = names;
  if (names.size > 1) return 'several';
  if (name.startsWith('__')) return 'introspection';
  return isOperation(name) ? name : 'other';
}

/** Apollo looks at `Accept` after it has executed, and would then refuse to tell what it did. */
const answerInJson: RequestHandler = (req, _res, next) => {
  const accepted = req.accepts(['application/json', 'application/graphql-response+json']);
  req.headers.accept = accepted === 'application/graphql-response+json' ? accepted : 'application/json';
  next();
};

/** Operations are sent by POST alone, so that no credential is ever in a URL; what a browser opens is the page. */
const browsersOnly: RequestHandler = (req, _res, next) => {
  const isBrowser = req.method === 'GET' && req.accepts(['json', 'html']) === 'html';
  if (!isBrowser) throw new AppError('METHOD_NOT_ALLOWED', { allow: ['POST'] });
  // Apollo's integration wants the property to exist.
  req.body = undefined;
  next();
};

/** What is refused before Apollo sees it, in the form that GraphQL clients read. */
const renderError: ErrorRequestHandler = (thrown, _req, res, next) => {
  if (res.headersSent) return next(thrown);
  const error = toHttpError(thrown);
  writeRefusalHead(res, error);
  res.json({ errors: [formatError({ message: '' }, error)] });
};
