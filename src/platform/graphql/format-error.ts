import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { AppError, type RequiredAuthentication, toAppError } from '../errors/app-error';
import { errorTable } from '../errors/error-table';
import { exceeded, introspectionOff, tokenLimit } from './document-limits';
import { toProblem } from './envelope.type';

interface DocumentError {
  code: 'MALFORMED_REQUEST' | 'VALIDATION_FAILED';
  /** Replaces GraphQL's own message. */
  msg: string;
}

const notInSchema: DocumentError = { code: 'VALIDATION_FAILED', msg: 'The document does not fit the schema.' };
/** Clients that send the hash of a document look for this message or this code, and then send the whole document. */
export const persistedQueryNotSupported = {
  msg: 'PersistedQueryNotSupported',
  code: 'PERSISTED_QUERY_NOT_SUPPORTED',
  when: 'Only GraphQL: the client sent the hash of a document. It then sends the whole document. Not in the enum `ErrorCode`. The log and the metrics contain `MALFORMED_REQUEST` for it.',
} as const;
const noPersistedQueries: DocumentError = { code: 'MALFORMED_REQUEST', msg: persistedQueryNotSupported.msg };

const errorOfApollo: Readonly<Record<string, DocumentError>> = {
  [ApolloServerErrorCode.GRAPHQL_PARSE_FAILED]: {
    code: 'MALFORMED_REQUEST',
    msg: 'The document could not be read: it is not well-formed GraphQL.',
  },
  [ApolloServerErrorCode.BAD_REQUEST]: {
    code: 'MALFORMED_REQUEST',
    msg: 'The request must contain the document: query must be a string, variables an object, and operationName a string. In a URL, variables is JSON.',
  },
  [ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE]: {
    code: 'MALFORMED_REQUEST',
    msg: 'The operation could not be chosen. Send a document with one operation, or name one of its operations in operationName.',
  },
  [ApolloServerErrorCode.PERSISTED_QUERY_NOT_FOUND]: noPersistedQueries,
  [ApolloServerErrorCode.PERSISTED_QUERY_NOT_SUPPORTED]: noPersistedQueries,
  [ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED]: notInSchema,
  [ApolloServerErrorCode.BAD_USER_INPUT]: notInSchema,
};

const name = '"[$\\w.]+"';
const type = '"[\\w![\\]]+"';
const hint = '( Did you mean [^?]*\\?)?';
/**
 * The messages of GraphQL that only contain names of the schema and of the document. All other messages are replaced,
 * because they can contain a value, for example a password.
 */
const safeMessages = [
  `Cannot query field ${name} on type ${type}\\.${hint}`,
  `Unknown (type|fragment|directive) ${name}\\.${hint}`,
  `Unknown argument ${name} on (field|directive) ${name}\\.${hint}`,
  `Field ${name} of type ${type} must have a selection of subfields\\.${hint}`,
  `Field ${name} must not have a selection since type ${type} has no subfields\\.`,
  `Field ${name} argument ${name} of type ${type} is required, but it was not provided\\.`,
  `Field ${name} of required type ${type} was not provided\\.`,
  `Field ${name} is not defined by type ${type}\\.${hint}`,
  `Variable ${name} is (not defined|never used)( (by|in) operation ${name})?\\.`,
  `Variable ${name} of type ${type} used in position expecting type ${type}\\.`,
  `Fragment ${name} is never used\\.`,
  `Fragment ${name} cannot be spread here as objects of type ${type} can never be of type ${type}\\.`,
  'This anonymous operation must be the only defined operation\\.',
].map((pattern) => new RegExp(`^${pattern}$`));

const introspectionRejected = /^GraphQL introspection is not allowed/;
const tokensExceeded = /^Syntax Error: Document contains more tha[nt] \d+ tokens/;

export function fromGraphqlError(thrown: unknown): AppError {
  if (!(thrown instanceof GraphQLError)) return toAppError(thrown);
  if (thrown.originalError instanceof AppError) return thrown.originalError;
  if (isMutationInUrl(thrown)) {
    return new AppError('METHOD_NOT_ALLOWED', { msg: 'A mutation must be sent with POST.', allow: ['POST'] });
  }
  // GraphQL's own errors have no code and no other cause. An example is null for a required argument.
  const { originalError: cause, extensions } = thrown;
  const isGraphqls = extensions.code === undefined && (cause === undefined || cause instanceof GraphQLError);
  const known = isGraphqls ? notInSchema : errorOfApollo[String(thrown.extensions.code)];
  if (!known) return toAppError(cause ?? thrown);
  if (tokensExceeded.test(thrown.message)) {
    return new AppError('VALIDATION_FAILED', { msg: exceeded(tokenLimit.what, tokenLimit.max) });
  }
  if (introspectionRejected.test(thrown.message)) return new AppError(known.code, { msg: introspectionOff });
  const isSafe = safeMessages.some((pattern) => pattern.test(thrown.message));
  return new AppError(known.code, { msg: isSafe ? thrown.message : known.msg });
}

const isMutationInUrl = ({ extensions }: GraphQLError): boolean =>
  (extensions.http as { status?: number } | undefined)?.status === errorTable.METHOD_NOT_ALLOWED.status;

/** Whether a client sent the hash of a document, with or without the document. */
export const isPersistedQuery = (error: AppError): boolean => error.message === persistedQueryNotSupported.msg;

/** Converts an error to a GraphQL error with an HTTP status, for requests that are rejected before execution. */
export function toGraphqlError(error: AppError): GraphQLError {
  return new GraphQLError(error.message, { originalError: error, extensions: { http: { status: error.status } } });
}

const stepUpOf = ({ acr, maxAgeS, methods }: RequiredAuthentication) => ({
  acr,
  maxAge: maxAgeS,
  ...(methods && { methods }),
});

/** Returns the error that the response contains. The cause of the error is not part of it. */
export function formatError(formatted: GraphQLFormattedError, thrown: unknown): GraphQLFormattedError {
  const error = fromGraphqlError(thrown);
  // Only payloads have challenges.
  const { challenge: _, ...problem } = toProblem(error);
  return {
    message: error.message,
    ...(formatted.locations && { locations: formatted.locations }),
    ...(formatted.path && { path: formatted.path }),
    extensions: {
      ...problem,
      ...(error.stepUp && { stepUp: stepUpOf(error.stepUp) }),
      ...(isPersistedQuery(error) && { code: persistedQueryNotSupported.code }),
    },
  };
}
