import type { AccountService } from '../../accounts/auth/account.service';
import type { AdminServices } from '../../compose/administration';
import {
  deleteUser,
  disableUser,
  enableUser,
  endSessions,
  liftLimits,
  resetFactors,
  sendInvitation,
  sendPasswordReset,
  setSuperAdmin,
  verifyEmail,
} from '../../features/admin-users/admin-users.operations';
import { impersonate } from '../../features/impersonation/impersonation.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { FormBody } from '../../platform/http/form-body';
import type { Route } from '../../platform/http/routes';
import type { Operation } from '../../platform/operations/define-operation';
import type { RequestContext } from '../../platform/request/request-context';
import { keysOf } from '../../platform/runtime/keys-of';
import { attempt } from '../kit/attempt';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import type { UserAction } from './console-user.page';

import { idOf, managedOf, pathOf, reasonIn } from './console-user-visit';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./console-user.page') as typeof import('./console-user.page.js');

type Changes = AdminServices['userChanges'];

interface ActionOperation {
  operation: Operation;
  run(changes: Changes, id: string, context: RequestContext, form: FormBody): Promise<unknown>;
}

const actions: Readonly<Record<UserAction, ActionOperation>> = {
  enable: { operation: enableUser, run: (changes, id, context) => changes.enableUser({ id }, context) },
  disable: {
    operation: disableUser,
    run: (changes, id, context, form) =>
      changes.disableUser({ id, reason: reasonIn(form), notify: form.has('notify') }, context),
  },
  'verify-email': { operation: verifyEmail, run: (changes, id, context) => changes.verifyEmail({ id }, context) },
  'password-reset': {
    operation: sendPasswordReset,
    run: (changes, id, context) => changes.sendPasswordReset({ id }, context),
  },
  invitation: { operation: sendInvitation, run: (changes, id, context) => changes.sendInvitation({ id }, context) },
  'reset-factors': { operation: resetFactors, run: (changes, id, context) => changes.resetFactors({ id }, context) },
  'lift-limits': {
    operation: liftLimits,
    run: (changes, id, context, form) => changes.liftLimits({ id, reason: reasonIn(form) }, context),
  },
  'end-sessions': {
    operation: endSessions,
    run: (changes, id, context) => changes.endSessions({ userId: id }, context),
  },
  'make-super-admin': {
    operation: setSuperAdmin,
    run: (changes, id, context) => changes.setSuperAdmin({ id, superAdmin: true }, context),
  },
  'revoke-super-admin': {
    operation: setSuperAdmin,
    run: (changes, id, context) => changes.setSuperAdmin({ id, superAdmin: false }, context),
  },
  delete: {
    operation: deleteUser,
    run: (changes, id, context, form) => changes.deleteUser({ id, reason: reasonIn(form) }, context),
  },
};
export const actionNames = keysOf(actions);

/** The pages that ask before something is done with an account. */
export function consoleUserActionRoutes(
  site: Site,
  { users, userChanges, impersonation }: Pick<AdminServices, 'users' | 'userChanges' | 'impersonation'>,
  account: Pick<AccountService, 'logout'>,
): Route[] {
  const actionRoutes = actionNames.flatMap((action) => {
    const confirmPage = async (visit: Visit, problem: AppError | null = null) =>
      show(
        pages().ConsoleConfirmPage,
        { action, managed: await managedOf(users, visit), values: Object.fromEntries(visit.form), problem },
        problem,
      );
    return site.routes({
      path: `/console/users/:id/${action}`,
      operation: actions[action].operation,
      get: (visit) => confirmPage(visit),
      post: async (visit) => {
        const id = idOf(visit);
        const { problem } = await attempt(actions[action].run(userChanges, id, visit.context, visit.form));
        return problem ? confirmPage(visit, problem) : { goTo: pathOf(id, action) };
      },
    });
  });

  const impersonatePage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const values = { reason: visit.form.get('reason') };
    return show(pages().ConsoleImpersonatePage, { managed: await managedOf(users, visit), values, problem }, problem);
  };

  const postImpersonate = async (visit: Visit): Promise<Answer> => {
    const input = { userId: idOf(visit), reason: visit.form.get('reason') };
    const { result, problem } = await attempt(impersonation.impersonate(input, visit.context));
    if (problem) return impersonatePage(visit, problem);
    // The browser forgets the cookie of the earlier session.
    if (visit.acting) await attempt(account.logout({ sessions: 'current' }, visit.acting.context), ['UNAUTHENTICATED']);
    await visit.startActing(result);
    return { goTo: '/account' };
  };

  return [
    ...actionRoutes,
    ...site.routes({
      path: '/console/users/:id/impersonate',
      operation: impersonate,
      get: (visit) => impersonatePage(visit),
      post: postImpersonate,
    }),
  ];
}
