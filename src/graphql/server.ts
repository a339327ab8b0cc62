import { ApolloServer, type ApolloServerPlugin, type GraphQLRequestContext } from '@apollo/server';
import {
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express';
import { Kind } from 'graphql';
import type { Config } from '../config';
import { AppError } from '../errors';
import { crossOrigin } from '../http/cross-origin';
import { toHttpError } from '../http/http-error';
import { jsonBody } from '../http/json-body';
import { clientOf } from '../http/request-client';
import { factsOf } from '../http/request-facts';
import { createRouter } from '../http/routes';
import type { Log } from '../log';
import type { Context } from './context';
import { documentLimits, documentLimitsRule } from './document-limits';
import { formatError, fromGraphqlError, toGraphqlError } from './format-error';
import { sandboxOrigins, sandboxPage, sandboxPolicy } from './sandbox';
import { createSchema, type SchemaServices } from './schema';
import { variableProblems } from './variable-problems';

export interface GraphqlDoor {
  router: Router;
  close(): Promise<void>;
}

/** `POST /graphql`, and outside production `GET /graphql` for a browser: Apollo Sandbox. */
export async function createGraphqlDoor(services: SchemaServices, config: Config, log: Log): Promise<GraphqlDoor> {
  const apollo = new ApolloServer<Context>({
    schema: createSchema(services),
    introspection: config.explorer,
    hideSchemaDetailsFromClientErrors: !config.explorer,
    includeStacktraceInErrorResponses: false,
    formatError,
    validationRules: [documentLimitsRule({ exemptIntrospection: config.explorer })],
    parseOptions: { maxTokens: documentLimits.tokens },
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
  const execute = expressMiddleware(apollo, {
    context: async ({ req, res }) => ({ facts: factsOf(res), client: clientOf(req, res) }),
  });

  const router = express.Router();
  if (config.explorer && !config.production) router.use('/graphql', crossOrigin(sandboxOrigins));
  router.use(
    createRouter([
      { method: 'post', path: '/graphql', handlers: [jsonBody(32 * 1024), execute] },
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
        contextValue.facts.operation = operation.selectionSet.selections
          .map((node) => (node.kind === Kind.FIELD ? node.name.value : '…'))
          .slice(0, 5)
          .join(',');
        const fields = variableProblems(schema, operation, request.variables ?? {});
        if (fields.length > 0) throw toGraphqlError(new AppError('VALIDATION_FAILED', { fields }));
      },
      async didEncounterErrors({ errors, contextValue }: GraphQLRequestContext<Context>) {
        const [first] = errors ?? [];
        if (first) contextValue.facts.error = fromGraphqlError(first);
      },
    };
  },
};

/** Operations are sent by POST alone, so that no credential is ever in a URL; what a browser opens is the page. */
const browsersOnly: RequestHandler = (req, _res, next) => {
  if (req.accepts(['json', 'html']) !== 'html') throw new AppError('METHOD_NOT_ALLOWED', { allow: ['POST'] });
  // Apollo's integration wants the property to exist.
  req.body = undefined;
  next();
};

/** What is refused before Apollo sees it, in the form that GraphQL clients read. */
const renderError: ErrorRequestHandler = (thrown, _req, res, next) => {
  if (res.headersSent) return next(thrown);
  const error = toHttpError(thrown);
  factsOf(res).error = error;
  if (error.allow.length > 0) res.setHeader('Allow', error.allow.join(', '));
  if (error.code === 'PAYLOAD_TOO_LARGE') res.setHeader('Connection', 'close');
  res.status(error.status).json({ errors: [formatError({ message: '' }, error)] });
};
