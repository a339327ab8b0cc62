import type { AdminServices } from '../../compose/administration';
import { bulkUsers, exportUsers } from '../../features/admin-users/admin-users.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { FormBody } from '../../platform/http/form-body';
import { bodyBytes } from '../../platform/http/http-limits';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { type Answer, noteOf, type Site, show, type Visit } from '../kit/site';
import { searchOf } from './console-query';
import type { SelectedUsers, UsersNote } from './console-users.page';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./console-users.page') as typeof import('./console-users.page.js');

const notes: readonly UsersNote[] = ['nothing', 'repeated'];
const bulkActions = ['disable', 'enable', 'end_sessions', 'send_reset', 'delete'] as const;

export function consoleUsersRoutes(site: Site, services: Pick<AdminServices, 'users' | 'bulk' | 'exports'>): Route[] {
  const { users, exports } = services;
  const usersPage = async (visit: Visit): Promise<Answer> => {
    const { query, context } = visit;
    const { result: page, problem } = await attempt(users.search(inputOf(query), context));
    const total = page ? await users.estimateTotal() : null;
    const note = noteOf(visit, notes);
    return show(pages().ConsoleUsersPage, { query, page, total, note, problem }, problem);
  };

  return [
    ...site.routes({ path: '/console/users', get: usersPage }),
    ...site.routes({
      path: '/console/users.csv',
      operation: exportUsers,
      // After a step-up.
      get: async () => ({ goTo: '/console/users' }),
      post: async ({ form, context }) => {
        const parts = await exports.exportUsers(inputOf(searchIn(form)), context);
        return { file: { name: 'users.csv', type: 'text/csv; charset=utf-8', parts } };
      },
    }),
    ...bulkRoutes(site, services),
  ];
}

/** One change of several users: what is selected, the question, and the result. */
function bulkRoutes(site: Site, { users, bulk }: Pick<AdminServices, 'users' | 'bulk'>): Route[] {
  /** All that the search finds now, up to the number that one change can have. */
  const allMatching = async ({ form, context }: Visit): Promise<SelectedUsers> => {
    const query = searchIn(form);
    return (await users.search(inputOf(query), context)).matching?.emails ?? new Map();
  };

  const chosen = async ({ form, context }: Visit): Promise<SelectedUsers> => {
    const ids = idsIn(form);
    const emails = await users.emailsOf(ids, context);
    return new Map(ids.map((id) => [id, emails.get(id) ?? id]));
  };

  const changeSeveral = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    const selected = await (form.has('all') ? allMatching(visit) : chosen(visit));
    if (selected.size === 0) return { goTo: '/console/users?done=nothing' };
    const action = bulkActions.find((one) => one === form.get('action'));
    const confirmPage = (problem: AppError | null, one: (typeof bulkActions)[number]) => {
      const values = problem ? Object.fromEntries(form) : {};
      return show(
        pages().ConsoleBulkPage,
        { action: one, selected, formId: visit.openForm(), values, problem },
        problem,
      );
    };
    if (action && !form.has('confirmed')) return confirmPage(null, action);
    if (action && !visit.isOpenForm()) return { goTo: '/console/users?done=repeated' };
    const reason = form.get('reason')?.trim() || null;
    const input = {
      ids: [...selected.keys()],
      action: action ?? form.get('action'),
      reason,
      notify: form.has('notify'),
    };
    // A reason that breaks its rule can be corrected. Other problems have their own page.
    const { result: answer, problem } = await attempt(
      bulk.bulkUsers(input, context),
      action ? ['VALIDATION_FAILED'] : [],
    );
    if (problem && action) return confirmPage(problem, action);
    if (!answer) throw problem;
    visit.closeForm();
    // Each account has a result of its own, so the answer is this page and no redirect. The form works once.
    return show(pages().ConsoleBulkResultPage, { action: action ?? 'disable', selected, answer });
  };

  return site.routes({
    path: '/console/bulk',
    operation: bulkUsers,
    bodyBytes: bodyBytes.admin,
    // After a step-up.
    get: async () => ({ goTo: '/console/users' }),
    post: changeSeveral,
  });
}

/** A form has each field only once, so each checkbox has its own name. The page that asks has all ids in one field. */
function idsIn(form: FormBody): readonly string[] {
  const prefix = 'user_';
  const chosen = [...form.keys()].flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  return [...new Set([...chosen, ...(form.get('ids')?.split(' ') ?? [])])];
}

/** The search of the page whose form it is, without the page itself. */
function searchIn(form: FormBody): URLSearchParams {
  const query = new URLSearchParams(form.get('search') ?? '');
  query.delete('after');
  query.delete('before');
  return query;
}

function inputOf(query: URLSearchParams) {
  const search = searchOf(query);
  return {
    limit: pages().usersOfPage,
    after: search.text('after'),
    before: search.text('before'),
    sort: search.text('sort'),
    text: search.text('text'),
    email: search.text('email'),
    name: search.text('name'),
    contains: search.text('contains'),
    disabled: search.flag('disabled'),
    superAdmin: search.flag('super_admin'),
    emailVerified: search.flag('email_verified'),
    createdAfter: search.time('created_after'),
    createdBefore: search.time('created_before'),
  };
}
