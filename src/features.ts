import * as accountDeletion from './account-deletion/account-deletion.operations';
import * as administration from './administration/administration.operations';
import * as account from './auth/account.operations';
import * as auth from './auth/auth.operations';
import * as forwardAuth from './auth/forward-auth.operations';
import * as emailChange from './email-change/email-change.operations';
import * as emailVerification from './email-verification/email-verification.operations';
import * as federation from './federation/federation.operations';
import * as health from './health/health.operations';
import * as mfa from './mfa/mfa.operations';
import * as stepUp from './mfa/step-up.operations';
import * as oauthClients from './oauth-clients/oauth-clients.operations';
import type { Operation } from './operations/define-operation';
import * as passkeys from './passkeys/passkeys.operations';
import * as passwords from './password-reset/passwords.operations';
import * as profile from './profile/profile.operations';
import * as documents from './rest/documents.operations';

type OperationsIn<Module> = Extract<Module[keyof Module], Operation>;

/** The operations that a module of declarations exports, sorted by name: the exports of a module have no order. */
const operationsIn = <Module extends object>(module: Module): OperationsIn<Module>[] =>
  Object.values(module)
    .filter((one): one is OperationsIn<Module> => typeof one === 'object')
    .sort((one, other) => (one.name < other.name ? -1 : 1));

/** All operations, in the order of the documentation. */
export const operations = [
  ...operationsIn(auth),
  ...operationsIn(mfa),
  ...operationsIn(stepUp),
  ...operationsIn(passkeys),
  ...operationsIn(account),
  ...operationsIn(emailVerification),
  ...operationsIn(passwords),
  ...operationsIn(emailChange),
  ...operationsIn(profile),
  ...operationsIn(accountDeletion),
  ...operationsIn(forwardAuth),
  ...operationsIn(oauthClients),
  ...operationsIn(documents),
  ...operationsIn(health),
  ...operationsIn(federation),
  ...operationsIn(administration),
];

/** The name of an operation. Logs, metrics and traces also have `page`, `linkPage`, `explorer`, `several`, `introspection` and `other`. */
export type OperationName = (typeof operations)[number]['name'];
