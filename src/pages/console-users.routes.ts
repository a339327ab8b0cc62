import type { FormBody } from '../http/form-body';
import type { Route } from '../http/routes';
import type { AdminServices } from '../wiring/administration-api';
import { attempt } from './attempt';
import { searchOf } from './console-query';
import type { SelectedUsers } from './console-users.page';
import { type Answer, type Site, show, type Visit } from './site';

/** The rows of a page, so that its form stays small also with long addresses. */
const usersOfPage = 25;

const bulkActions = ['disable', 'enable', 'end_sessions', 'send_reset', 'delete'] as const;

export function consoleUsersRoutes(site: Site, { users, bulk }: Pick<AdminServices, 'users' | 'bulk'>): Route[] {
  const usersPage = async ({ query, context }: Visit): Promise<Answer> => {
    const search = searchOf(query);
    const input = {
      first: usersOfPage,
      after: search.text('after'),
      email: search.text('email'),
      name: search.text('name'),
      disabled: search.flag('disabled'),
      superAdmin: search.flag('super_admin'),
      emailVerified: search.flag('email_verified'),
      createdAfter: search.time('created_after'),
      createdBefore: search.time('created_before'),
    };
    const { result: page, problem } = await attempt(users.users(input, context));
    const total = page && !page.isFiltered ? await users.estimateTotal() : null;
    const nothingSelected = query.get('done') === 'nothing';
    return show('consoleUsers', { query, page, total, nothingSelected, problem }, problem);
  };

  const changeSeveral = async ({ form, context }: Visit): Promise<Answer> => {
    const selected = selectedIn(form);
    if (selected.size === 0) return { goTo: '/console/users?done=nothing' };
    const action = bulkActions.find((one) => one === form.get('action'));
    if (action && !form.has('confirmed')) return show('consoleBulk', { action, selected });
    const input = { ids: [...selected.keys()], action: action ?? form.get('action') };
    const answer = await bulk.bulkUsers(input, context);
    // Each account has a result of its own, so the answer is this page and no redirect.
    return show('consoleBulkResult', { action: action ?? 'disable', selected, answer });
  };

  return [
    ...site.routes({ path: '/console/users', operations: { get: 'page' }, get: usersPage }),
    ...site.routes({
      path: '/console/bulk',
      operations: { get: 'page', post: 'bulkUsers' },
      // After a step-up.
      get: async () => ({ goTo: '/console/users' }),
      post: changeSeveral,
    }),
  ];
}

/** A form has each field only once, so each checkbox has its own name. */
function selectedIn(form: FormBody): SelectedUsers {
  const prefix = 'user_';
  const fields = [...form].filter(([name]) => name.startsWith(prefix));
  return new Map(fields.map(([name, email]) => [name.slice(prefix.length), email]));
}
