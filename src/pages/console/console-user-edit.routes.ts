import type { ManagedUser } from '../../accounts/users/managed-user';
import type { AdminServices } from '../../compose/administration';
import { createUser, updateUser } from '../../features/admin-users/admin-users.operations';
import { AppError } from '../../platform/errors/app-error';
import type { FormBody } from '../../platform/http/form-body';
import type { Route } from '../../platform/http/routes';
import { keysOf } from '../../platform/runtime/keys-of';
import { attempt } from '../kit/attempt';
import { jsonObjectOf } from '../kit/json-field';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import { changedUserFields, userFieldsForm } from '../kit/user-fields-form';

import { idOf, managedOf, pathOf } from './console-user-visit';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./console-user.page') as typeof import('./console-user.page.js');

type Edits = Pick<AdminServices, 'users' | 'userChanges' | 'userFields'>;

/** The pages on which a super admin changes the data of an account, or invites somebody. */
export const consoleUserEditRoutes = (site: Site, admin: Edits): Route[] => [
  ...editRoutes(site, admin),
  ...emailRoutes(site, admin),
  ...inviteRoutes(site, admin),
];

function editRoutes(site: Site, { users, userChanges, userFields }: Edits): Route[] {
  const editable = userFields.writableBy('admin');
  const valuesOf = (managed: ManagedUser) => ({
    ...ownValuesOf(managed),
    ...userFieldsForm(editable, userFields.shown(managed.fields, 'admin')).texts,
  });

  const edit = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    const managed = await managedOf(users, visit);
    const { id } = managed;
    const now = valuesOf(managed);
    const shown = { ...now, ...jsonObjectOf(form.get('shown')) };
    const changes = { ...changesIn(form, shown), ...changedUserFields({ declared: editable, texts: shown }, form) };
    if (Object.keys(changes).length === 0) return { goTo: pathOf(id, 'unchanged') };
    // Another super admin has changed the roles since, and both changes are to the same list.
    const isOutdated = 'roles' in changes && shown.roles !== now.roles;
    const { problem } = isOutdated
      ? { problem: new AppError('CONFLICT') }
      : await attempt(userChanges.updateUser({ id, ...changes }, context));
    if (!problem) return { goTo: pathOf(id, 'saved') };
    const typed = Object.fromEntries(form);
    if (!isOutdated)
      return show(pages().ConsoleEditPage, { managed, values: typed, shown, editable, problem }, problem);
    // The form begins again with the present values, and keeps what was typed, except for the roles.
    const names = keysOf(now);
    const kept = names.filter((name) => name !== 'roles' && (typed[name] ?? '') !== shown[name]);
    const values = { ...now, ...Object.fromEntries(kept.map((name) => [name, typed[name] ?? ''])) };
    return show(pages().ConsoleEditPage, { managed, values, shown: now, editable, problem }, problem);
  };

  return site.routes({
    path: '/console/users/:id/edit',
    operation: updateUser,
    get: async (visit) => {
      const managed = await managedOf(users, visit);
      const values = valuesOf(managed);
      return show(pages().ConsoleEditPage, { managed, values, shown: values, editable, problem: null });
    },
    post: edit,
  });
}

function emailRoutes(site: Site, { users, userChanges }: Edits): Route[] {
  const emailPage = async (
    visit: Visit,
    values: { email?: string; reason?: string },
    problem: AppError | null = null,
  ) => show(pages().ConsoleEmailPage, { managed: await managedOf(users, visit), values, problem }, problem);
  return site.routes({
    path: '/console/users/:id/email',
    operation: updateUser,
    get: (visit) => emailPage(visit, {}),
    post: async (visit) => {
      const { form, context } = visit;
      const values = { email: form.get('email') ?? '', reason: form.get('reason') ?? '' };
      const id = idOf(visit);
      const { problem } = await attempt(userChanges.updateUser({ id, ...values }, context));
      return problem ? emailPage(visit, values, problem) : { goTo: pathOf(id, 'saved') };
    },
  });
}

function inviteRoutes(site: Site, { users, userChanges, userFields }: Edits): Route[] {
  const editable = userFields.writableBy('admin');
  const newFields = userFieldsForm(editable, userFields.shown(userFields.defaults, 'admin'));

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
    const { result, problem } = await attempt(userChanges.createUser(input, context));
    if (problem)
      return show(pages().ConsoleInvitePage, { values: Object.fromEntries(form), editable, problem }, problem);
    return input.mailed
      ? { goTo: pathOf(result.user.id, 'invited') }
      : show(pages().ConsoleInvitedPage, { created: result });
  };

  return site.routes({
    path: '/console/invite',
    operation: createUser,
    get: async ({ context }) => {
      // A person who may not invite does not see the form.
      await users.users({ first: 1 }, context);
      const values = { mailed: 'yes', ...newFields.texts };
      return show(pages().ConsoleInvitePage, { values, editable, problem: null });
    },
    post: invite,
  });
}

const rolesIn = (form: FormBody): string[] => (form.get('roles') ?? '').split(/\s+/).filter(Boolean);

/** The fields of the form for an account, as texts. */
const ownValuesOf = (user: ManagedUser) => ({
  first_name: user.firstName,
  last_name: user.lastName,
  tel: user.tel ?? '',
  company: user.company ?? '',
  company_id_number: user.companyIdNumber ?? '',
  company_id_url: user.companyIdUrl ?? '',
  locale: user.locale ?? '',
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
