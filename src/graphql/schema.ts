import type { GraphQLSchema } from 'graphql';
import type { Services } from '../wiring/compose';
import { AccountResolver } from './account.resolver';
import { AccountDeletionResolver } from './account-deletion.resolver';
import { AuthResolver } from './auth.resolver';
import { buildSchemaOf, describe } from './build-schema';
import { EmailChangeResolver } from './email-change.resolver';
import { EmailVerificationResolver } from './email-verification.resolver';
import { HealthResolver } from './health.resolver';
import { MfaResolver } from './mfa.resolver';
import { paragraphs } from './operation-options';
import { PasskeysResolver } from './passkeys.resolver';
import { PasswordResolver } from './password.resolver';
import { ProfileResolver } from './profile.resolver';
import { StepUpResolver } from './step-up.resolver';

export type SchemaServices = Pick<
  Services,
  | 'auth'
  | 'account'
  | 'readiness'
  | 'federation'
  | 'emailVerification'
  | 'passwordReset'
  | 'passwordChange'
  | 'emailChange'
  | 'profile'
  | 'accountDeletion'
  | 'factors'
  | 'loginCompletion'
  | 'stepUps'
  | 'passkeys'
  | 'passkeyLogins'
>;

/** Creates the executable schema. The services validate the inputs, so that both APIs have the same rules. */
export function createSchema(services: SchemaServices): GraphQLSchema {
  const { federation } = services;
  const resolvers: object[] = [
    new AuthResolver(services.auth),
    new MfaResolver(services.factors, services.loginCompletion),
    new StepUpResolver(services.stepUps),
    new PasskeysResolver(services.passkeys, services.passkeyLogins),
    new AccountResolver(services.account),
    new EmailVerificationResolver(services.emailVerification),
    new PasswordResolver(services.passwordReset, services.passwordChange),
    new EmailChangeResolver(services.emailChange),
    new ProfileResolver(services.profile),
    new AccountDeletionResolver(services.accountDeletion),
    new HealthResolver(services.readiness),
  ];
  if (federation) resolvers.push(createFederationResolver(federation));
  const schema = buildSchemaOf(resolvers);
  describe(
    schema.getQueryType(),
    paragraphs(
      'Operations that read and change nothing.',
      signedIn,
      'If an operation fails, its field is null and `errors` has an entry with the path of the field. The `message` is a sentence for people. The `extensions` have the fields of `Problem`: `code`, `fields`, `retryAfter` and `limit`. With `STEP_UP_REQUIRED` they also have `stepUp`: the level `acr` and the age `maxAge` in seconds that the operation needs.',
      'Gatehouse does not execute a document that breaks a rule of the schema or a limit. The response then has only `errors`, and the HTTP status of the error code.',
    ),
  );
  describe(
    schema.getMutationType(),
    paragraphs(
      'Operations that change something.',
      signedIn,
      'If an operation fails, its payload has `success: false`, and `error` has the reason. The HTTP status is 200. Some errors are in `errors` instead, as for queries:',
      '- a document or a variable that does not fit the schema,\n- an error about the caller (`UNAUTHENTICATED`, `FORBIDDEN`, `STEP_UP_REQUIRED`) of an operation that needs a signed-in user,\n- `INTERNAL`.',
    ),
  );
  return schema;
}

/** Loaded only if Gatehouse is a subgraph. */
function createFederationResolver(federation: NonNullable<SchemaServices['federation']>): object {
  const { FederationResolver } = require('./federation.resolver') as typeof import('./federation.resolver.js');
  return new FederationResolver(federation);
}

const signedIn = 'A signed-in user sends the access token in the header `Authorization: Bearer <jwt>`.';
