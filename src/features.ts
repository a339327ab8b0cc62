import * as accountDeletion from './features/account-deletion/account-deletion.operations';
import * as adminAudit from './features/admin-audit/admin-audit.operations';
import * as adminInstallation from './features/admin-installation/admin-installation.operations';
import * as adminMessages from './features/admin-messages/admin-messages.operations';
import * as adminUsers from './features/admin-users/admin-users.operations';
import * as account from './features/auth/account.operations';
import * as auth from './features/auth/auth.operations';
import * as forwardAuth from './features/auth/forward-auth.operations';
import * as documents from './features/documents/documents.operations';
import * as emailChange from './features/email-change/email-change.operations';
import * as emailVerification from './features/email-verification/email-verification.operations';
import * as federation from './features/federation/federation.operations';
import * as impersonation from './features/impersonation/impersonation.operations';
import * as mfa from './features/mfa/mfa.operations';
import * as stepUp from './features/mfa/step-up.operations';
import * as oauthClients from './features/oauth-clients/oauth-clients.operations';
import * as passkeys from './features/passkeys/passkeys.operations';
import * as passwords from './features/password-reset/passwords.operations';
import * as profile from './features/profile/profile.operations';
import * as health from './platform/health/health.operations';
import type { Operation } from './platform/operations/define-operation';

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
  ...operationsIn({ ...adminUsers, ...adminAudit, ...adminMessages, ...adminInstallation, ...impersonation }),
];

/** The name of an operation. Logs, metrics and traces also have `page`, `linkPage`, `explorer`, `several`, `introspection` and `other`. */
export type OperationName = (typeof operations)[number]['name'];
