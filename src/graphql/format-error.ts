import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { AppError, toAppError } from '../errors/app-error';
import { errorTable } from '../errors/error-table';
import { toProblem } from './envelope.type';

const codeOfApollo: Readonly<Record<string, keyof typeof documentMessage>> = {
  [ApolloServerErrorCode.GRAPHQL_PARSE_FAILED]: 'MALFORMED_REQUEST',
  [ApolloServerErrorCode.BAD_REQUEST]: 'MALFORMED_REQUEST',
  [ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE]: 'MALFORMED_REQUEST',
  [ApolloServerErrorCode.PERSISTED_QUERY_NOT_FOUND]: 'MALFORMED_REQUEST',
  [ApolloServerErrorCode.PERSISTED_QUERY_NOT_SUPPORTED]: 'MALFORMED_REQUEST',
  [ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED]: 'VALIDATION_FAILED',
  [ApolloServerErrorCode.BAD_USER_INPUT]: 'VALIDATION_FAILED',
};

const name = '"[$\\w.]+"';
const type = '"[\\w![\\]]+"';
const hint = '( Did you mean [^?]*\\?)?';
/**
 * GraphQL's messages that contain only names of the schema and the document. All other messages are replaced, because
 * they can repeat a value, and a value can be a password.
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

/** The messages that replace GraphQL's own. */
const documentMessage = {
  MALFORMED_REQUEST: errorTable.MALFORMED_REQUEST.msg,
  VALIDATION_FAILED: 'The document does not fit the schema.',
} as const;

const introspectionOff = /^GraphQL introspection is not allowed/;
const tokensExceeded = /^Syntax Error: Document contains more tha[nt] \d+ tokens/;

/** Converts any error of the GraphQL API to an AppError. */
export function fromGraphqlError(thrown: unknown): AppError {
  if (!(thrown instanceof GraphQLError)) return toAppError(thrown);
  if (thrown.originalError instanceof AppError) return thrown.originalError;
  // Without a code, and with no other cause than GraphQL's own: for example null for a required argument.
  const { originalError: cause, extensions } = thrown;
  const isGraphqls = extensions.code === undefined && (cause === undefined || cause instanceof GraphQLError);
  const code = isGraphqls ? 'VALIDATION_FAILED' : codeOfApollo[String(thrown.extensions.code)];
  if (!code) return toAppError(cause ?? thrown);
  if (tokensExceeded.test(thrown.message)) {
    return new AppError('VALIDATION_FAILED', { msg: 'The document has too many tokens.' });
  }
  if (introspectionOff.test(thrown.message)) return new AppError(code, { msg: 'Introspection is not allowed here.' });
  const isSafe = safeMessages.some((pattern) => pattern.test(thrown.message));
  return new AppError(code, { msg: isSafe ? thrown.message : documentMessage[code] });
}

/** A GraphQL error with its HTTP status, for requests that are rejected before execution. */
export function toGraphqlError(error: AppError): GraphQLError {
  return new GraphQLError(error.message, { originalError: error, extensions: { http: { status: error.status } } });
}

/** The error as it is sent: the text of the error table and the location in the document, nothing of the cause. */
export function formatError(formatted: GraphQLFormattedError, thrown: unknown): GraphQLFormattedError {
  const error = fromGraphqlError(thrown);
  return {
    message: error.message,
    ...(formatted.locations && { locations: formatted.locations }),
    ...(formatted.path && { path: formatted.path }),
    extensions: { ...toProblem(error) },
  };
}
