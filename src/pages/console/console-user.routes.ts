import {
  createUser,
  deleteUser,
  disableUser,
  enableUser,
  endSessions,
  liftLimits,
  removeIdentity,
  resetFactors,
  sendInvitation,
  sendPasswordReset,
  setSuperAdmin,
  updateUser,
  verifyEmail,
} from '../../features/admin-users/admin-users.operations';
import type { AdminServices } from '../../features/administration/administration.module';
import type { AccountService } from '../../features/auth/account.service';
import { impersonate } from '../../features/impersonation/impersonation.operations';
import { isOnlyWayIn } from '../../features/users/identity';
import type { ManagedUser } from '../../features/users/managed-user';
import { AppError } from '../../platform/errors/app-error';
import type { FormBody } from '../../platform/http/form-body';
import type { Route } from '../../platform/http/routes';
import type { Operation } from '../../platform/operations/define-operation';
import type { RequestContext } from '../../platform/request/request-context';
import { attempt, ofForms } from '../kit/attempt';
import { jsonObjectOf } from '../kit/json-field';
import { labelOf, type ShownProvider } from '../kit/provider';
import { type Answer, noteOf, type Site, show, type Visit } from '../kit/site';
import { changedUserFields, userFieldsForm } from '../kit/user-fields-form';
import type { UserAction, UserNotice } from './console-user.page';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./console-user.page') as typeof import('./console-user.page.js');

/** How many events the page of a person has. The audit has all. */
const eventsOfPerson = 20;

type Changes = AdminServices['userChanges'];

interface ActionOperation {
  operation: Operation;
  run(changes: Changes, id: string, context: RequestContext, form: FormBody): Promise<unknown>;
}

const actions: Readonly<Record<UserAction, ActionOperation>> = {
  enable: { operation: enableUser, run: (changes, id, context) => changes.enable({ id }, context) },
  disable: {
    operation: disableUser,
    run: (changes, id, context, form) =>
      changes.disable({ id, reason: reasonIn(form), notify: form.has('notify') }, context),
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
    run: (changes, id, context, form) => changes.delete({ id, reason: reasonIn(form) }, context),
  },
};
const actionNames = Object.keys(actions) as UserAction[];
const notices: readonly UserNotice[] = [
  ...actionNames,
  'saved',
  'unchanged',
  'session',
  'identity',
  'invited',
  'stopped',
];

const idOf = ({ params }: Visit): string => params.id ?? '';
const pathOf = (id: string, done?: UserNotice): string =>
  `/console/users/${encodeURIComponent(id)}${done ? `?done=${done}` : ''}`;

export function consoleUserRoutes(
  site: Site,
  { users, userChanges, impersonation, audit, userFields }: Omit<AdminServices, 'installation' | 'bulk'>,
  account: Pick<AccountService, 'logout'>,
  providers: readonly ShownProvider[],
): Route[] {
  const editable = userFields.writableBy('admin');
  const newFields = userFieldsForm(editable, userFields.shown(userFields.defaults, 'admin'));
  const valuesOf = (managed: ManagedUser) => ({
    ...ownValuesOf(managed),
    ...userFieldsForm(editable, userFields.shown(managed.fields, 'admin')).texts,
  });

  const managedOf = async (visit: Visit) => (await users.user({ id: idOf(visit) }, visit.context)).managed;

  const userPage = async (
    visit: Visit,
    problem: AppError | null = null,
    gone: 'sessionGone' | 'identityGone' = 'sessionGone',
  ): Promise<Answer> => {
    const { context, session } = visit;
    const shown = await users.user({ id: idOf(visit) }, context);
    const { id, email, disabled } = shown.managed.user;
    // By the address, so that attempts to sign in with it are found, too.
    const input = { user: email, first: eventsOfPerson, reads: false };
    const page = await audit.auditEvents(input, context);
    const action = shown.managed.deletionDueTs ? 'account_deleted' : disabled ? 'user_disabled' : null;
    const ended = action && (await audit.auditEvents({ user: id, action, first: 1 }, context));
    const [event] = ended?.events ?? [];
    const notice = noteOf(visit, notices);
    const isOwn = session?.userId === id;
    return show(
      pages().ConsoleUserPage,
      {
        account: shown,
        audit: page,
        own: userFields.shown(shown.managed.fields, 'admin'),
        declared: userFields.all,
        disabling: ended && event ? { event, people: ended.people } : null,
        isOwn,
        notice,
        providers,
        problem,
        gone,
      },
      problem,
    );
  };

  const actionRoutes = actionNames.flatMap((action) => {
    const confirmPage = async (visit: Visit, problem: AppError | null = null) =>
      show(
        pages().ConsoleConfirmPage,
        { action, managed: await managedOf(visit), values: Object.fromEntries(visit.form), problem },
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
    return show(pages().ConsoleImpersonatePage, { managed: await managedOf(visit), values, problem }, problem);
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

  const edit = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    const managed = await managedOf(visit);
    const { id } = managed.user;
    const now = valuesOf(managed);
    const shown = { ...now, ...jsonObjectOf(form.get('shown')) };
    const changes = { ...changesIn(form, shown), ...changedUserFields({ declared: editable, texts: shown }, form) };
    if (Object.keys(changes).length === 0) return { goTo: pathOf(id, 'unchanged') };
    // Another super admin has changed the roles since, and both changes are to the same list.
    const isOutdated = 'roles' in changes && shown.roles !== now.roles;
    const { problem } = isOutdated
      ? { problem: new AppError('CONFLICT') }
      : await attempt(userChanges.update({ id, ...changes }, context));
    if (!problem) return { goTo: pathOf(id, 'saved') };
    const typed = Object.fromEntries(form);
    if (!isOutdated)
      return show(pages().ConsoleEditPage, { managed, values: typed, shown, editable, problem }, problem);
    // The form begins again with the present values, and keeps what was typed, except for the roles.
    const names = Object.keys(now) as (keyof typeof now)[];
    const kept = names.filter((name) => name !== 'roles' && (typed[name] ?? '') !== shown[name]);
    const values = { ...now, ...Object.fromEntries(kept.map((name) => [name, typed[name] ?? ''])) };
    return show(pages().ConsoleEditPage, { managed, values, shown: now, editable, problem }, problem);
  };

  const changeEmail = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    const values = { email: form.get('email') ?? '', reason: form.get('reason') ?? '' };
    const id = idOf(visit);
    const { problem } = await attempt(userChanges.update({ id, ...values }, context));
    if (problem) return show(pages().ConsoleEmailPage, { managed: await managedOf(visit), values, problem }, problem);
    return { goTo: pathOf(id, 'saved') };
  };

  const invite = async ({ form, context }: Visit): Promise<Answer> => {
    const input = {
      email: form.get('email'),
      firstName: form.get('first_name'),
      lastName: form.get('last_name'),
      locale: form.get('locale'),
      roles: rolesIn(form),
      mailed: form.has('mailed'),
      ...changedUserFields(newFields, form),
    };
    const { result, problem } = await attempt(userChanges.create(input, context));
    if (problem)
      return show(pages().ConsoleInvitePage, { values: Object.fromEntries(form), editable, problem }, problem);
    return input.mailed
      ? { goTo: pathOf(result.user.user.id, 'invited') }
      : show(pages().ConsoleInvitedPage, { created: result });
  };

  const endSession = async (visit: Visit): Promise<Answer> => {
    const { params, context } = visit;
    const userId = idOf(visit);
    const ending = userChanges.endSessions({ userId, sessionId: params.session_id }, context);
    const { problem } = await attempt(ending, ['NOT_FOUND', 'SERVICE_UNAVAILABLE']);
    return problem ? userPage(visit, problem) : { goTo: pathOf(userId, 'session') };
  };

  const identityPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const { managed, identities } = await users.user({ id: idOf(visit) }, visit.context);
    const identity = identities.find(({ id }) => id === visit.params.identity_id);
    if (!identity) return { goTo: pathOf(managed.user.id) };
    const label = labelOf(providers, identity.provider);
    const props = { managed, identity, label, isOnlyWayIn: isOnlyWayIn(identities, managed), problem };
    return show(pages().ConsoleIdentityPage, { ...props, values: Object.fromEntries(visit.form) }, problem);
  };

  const postRemoveIdentity = async (visit: Visit): Promise<Answer> => {
    const { params, form, context } = visit;
    const userId = idOf(visit);
    const input = { userId, identityId: params.identity_id, reason: reasonIn(form) };
    const { problem } = await attempt(userChanges.removeIdentity(input, context), [...ofForms, 'NOT_FOUND']);
    if (problem?.code === 'NOT_FOUND') return userPage(visit, problem, 'identityGone');
    return problem ? identityPage(visit, problem) : { goTo: pathOf(userId, 'identity') };
  };

  return [
    ...site.routes({ path: '/console/users/:id', get: (visit) => userPage(visit) }),
    ...actionRoutes,
    ...site.routes({
      path: '/console/users/:id/impersonate',
      operation: impersonate,
      get: (visit) => impersonatePage(visit),
      post: postImpersonate,
    }),
    ...site.routes({
      path: '/console/users/:id/edit',
      operation: updateUser,
      get: async (visit) => {
        const managed = await managedOf(visit);
        const values = valuesOf(managed);
        return show(pages().ConsoleEditPage, { managed, values, shown: values, editable, problem: null });
      },
      post: edit,
    }),
    ...site.routes({
      path: '/console/users/:id/email',
      operation: updateUser,
      get: async (visit) =>
        show(pages().ConsoleEmailPage, { managed: await managedOf(visit), values: {}, problem: null }),
      post: changeEmail,
    }),
    ...site.routes({
      path: '/console/users/:id/sessions/:session_id',
      operation: endSessions,
      // After a step-up.
      get: async (visit) => ({ goTo: pathOf(idOf(visit)) }),
      post: endSession,
    }),
    ...site.routes({
      path: '/console/users/:id/identities/:identity_id',
      operation: removeIdentity,
      get: (visit) => identityPage(visit),
      post: postRemoveIdentity,
    }),
    ...site.routes({
      path: '/console/invite',
      operation: createUser,
      get: async ({ context }) => {
        // A person who may not invite does not see the form.
        await users.users({ first: 1 }, context);
        return show(pages().ConsoleInvitePage, {
          values: { mailed: 'yes', ...newFields.texts },
          editable,
          problem: null,
        });
      },
      post: invite,
    }),
  ];
}

/** An empty field is no reason. */
const reasonIn = (form: FormBody): string | null => form.get('reason')?.trim() || null;

const rolesIn = (form: FormBody): string[] => (form.get('roles') ?? '').split(/\s+/).filter(Boolean);

/** The fields of the form for an account, as texts. */
const ownValuesOf = ({ user, locale }: ManagedUser) => ({
  first_name: user.firstName,
  last_name: user.lastName,
  tel: user.tel ?? '',
  company: user.company ?? '',
  company_id_number: user.companyIdNumber ?? '',
  company_id_url: user.companyIdUrl ?? '',
  locale: locale ?? '',
  roles: user.roles.join(' '),
});

/**
 * Only the fields that differ from what the form has shown, so that an older form does not undo the changes of another
 * super admin. The audit names the changed fields.
 */
function changesIn(form: FormBody, shown: ReturnType<typeof ownValuesOf>): Record<string, unknown> {
  const typed = (name: keyof typeof shown) => form.get(name) ?? '';
  const changed = (name: keyof typeof shown) => typed(name) !== shown[name];
  return {
    ...(changed('first_name') && { firstName: typed('first_name') }),
    ...(changed('last_name') && { lastName: typed('last_name') }),
    ...(changed('tel') && { tel: typed('tel') || null }),
    ...(changed('company') && { company: typed('company') || null }),
    ...(changed('company_id_number') && { companyIdNumber: typed('company_id_number') || null }),
    ...(changed('company_id_url') && { companyIdUrl: typed('company_id_url') || null }),
    ...(changed('locale') && { locale: typed('locale') || null }),
    ...(rolesIn(form).toSorted().join(' ') !== shown.roles && { roles: rolesIn(form) }),
  };
}
