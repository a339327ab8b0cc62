import { type GraphQLField, type GraphQLFieldResolver, type GraphQLSchema, isNullableType } from 'graphql';
import { AppError } from '../errors/app-error';
import type { ErrorCode } from '../errors/error-table';
import { type ProblemType, toProblem } from './envelope.type';
import { operationOf } from './field-operation';
import type { GraphqlContext } from './graphql-context';
import { type IdentityLinkType, toIdentityLinkType } from './identity-link.type';
import { type LoginChallengeType, toLoginChallengeType } from './login-challenge.type';

/** Fits every payload type: GraphQL never selects a field that the type does not have. */
interface ErrorPayload {
  success: false;
  msg: string;
  error: ProblemType;
  result: null;
  challenge: LoginChallengeType | null;
  link: IdentityLinkType | null;
  genAt: Date;
}

type MutationField = GraphQLField<unknown, GraphqlContext>;

/** Errors about the caller instead of the input. They are in `errors`, where a client's error link handles them. */
export const callerErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'STEP_UP_REQUIRED',
]);

/**
 * Converts the errors of every mutation to its payload. Two kinds of errors stay in `errors`: bugs, and errors about
 * the caller of a mutation that needs a signed-in user. The payload of such a mutation is nullable.
 */
export function turnErrorsIntoPayloads(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve } = field as MutationField;
    if (!resolve) throw new Error(`the mutation ${field.name} has no resolver`);
    field.resolve = withErrorPayload(field, resolve);
  }
}

function withErrorPayload(
  field: MutationField,
  resolve: GraphQLFieldResolver<unknown, GraphqlContext>,
): GraphQLFieldResolver<unknown, GraphqlContext> {
  return async (source, args, context, info): Promise<unknown> => {
    try {
      return await resolve(source, args, context, info);
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'INTERNAL') throw error;
      if (callerErrors.has(error.code) && needsSignedInCaller(field, args, context)) throw error;
      context.facts.error = error;
      return toErrorPayload(error);
    }
  };
}

/** If the request has a refresh token, all errors of an operation that accepts it are in the payload. */
function needsSignedInCaller(field: MutationField, args: object, { request }: GraphqlContext): boolean {
  if (!isNullableType(field.type)) return false;
  const { input } = args as { input?: { refreshToken?: unknown } };
  const hasRefreshToken = request.refreshCookie !== null || typeof input?.refreshToken === 'string';
  return !(operationOf(field).orBy === 'refreshToken' && hasRefreshToken);
}

function toErrorPayload(error: AppError): ErrorPayload {
  const challenge = error.challenge && toLoginChallengeType(error.challenge);
  const link = error.link && toIdentityLinkType(error.link);
  const { message: msg } = error;
  return { success: false, msg, error: toProblem(error), result: null, challenge, link, genAt: new Date() };
}
