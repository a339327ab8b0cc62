import type { AdminServices } from '../../compose/administration';
import {
  adminCreateOrganization,
  adminDeleteOrganization,
  adminSetMember,
  adminUpdateOrganization,
} from '../../features/organizations/organization-administration.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { FormBody } from '../../platform/http/form-body';
import type { Route } from '../../platform/http/routes';
import { isUuid } from '../../platform/runtime/uuid';
import { attempt, ofForms } from '../kit/attempt';
import { jsonObjectOf } from '../kit/json-field';
import { checkedRoles, rolesOfMember } from '../kit/role-fields';
import { type Answer, noteOf, type Site, show, type Visit } from '../kit/site';
import type { OrganizationAction, OrganizationNotice } from './console-organizations.page';
import { searchOf } from './console-query';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./console-organizations.page') as typeof import('./console-organizations.page.js');

const listPath = '/console/organizations';
const actions: readonly OrganizationAction[] = ['enable', 'disable', 'delete'];
const notices: readonly OrganizationNotice[] = [...actions, 'saved', 'repeated', 'added', 'changed', 'removed'];

const idOf = ({ params }: Visit): string => params.id ?? '';
const pathOf = (id: string, done: OrganizationNotice): string => `${listPath}/${encodeURIComponent(id)}?done=${done}`;

/** The operation rejects a text that is no JSON object. Null: none. */
const claimsIn = (form: FormBody): object | string | null => {
  const text = form.get('claims')?.trim() || undefined;
  return jsonObjectOf(text) ?? text ?? null;
};

/** The organizations and their members. None with ORGANIZATIONS=off. */
export function consoleOrganizationsRoutes(
  site: Site,
  services: Pick<AdminServices, 'organizations' | 'users'>,
): Route[] {
  const { organizations } = services;
  const { roles } = organizations;
  if (roles === null) return [];

  const listPage = async (visit: Visit): Promise<Answer> => {
    const { query, context } = visit;
    const search = searchOf(query);
    const input = { after: search.text('after'), name: search.text('name'), disabled: search.flag('disabled') };
    const { result: page, problem } = await attempt(organizations.adminOrganizations(input, context));
    return show(pages().ConsoleOrganizationsPage, { query, page, notice: noteOf(visit, notices), problem }, problem);
  };

  const newPage = (visit: Visit, problem: AppError | null): Answer => {
    const values = Object.fromEntries(visit.form);
    return show(pages().ConsoleNewOrganizationPage, { formId: visit.openForm(), values, problem }, problem);
  };

  const onePage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const { query, context, form } = visit;
    const organization = await organizations.adminOrganization({ id: idOf(visit) }, context);
    const input = { id: organization.id, after: searchOf(query).text('after') };
    const members = await organizations.adminOrganizationMembers(input, context);
    const notice = problem ? null : noteOf(visit, notices);
    const values = Object.fromEntries(form);
    return show(
      pages().ConsoleOrganizationPage,
      { organization, members, roles, query, values, notice, problem },
      problem,
    );
  };

  return [
    ...site.routes({ path: listPath, get: listPage }),
    // Before the page of one of them, because an id could be any word.
    ...site.routes({
      path: `${listPath}/new`,
      operation: adminCreateOrganization,
      get: async (visit) => {
        // A person who may not create one does not see the form.
        await organizations.adminOrganizations({}, visit.context);
        return newPage(visit, null);
      },
      post: async (visit) => {
        const { form, context } = visit;
        // A browser that loads the answer again would create another one.
        if (!visit.isOpenForm()) return { goTo: `${listPath}?done=repeated` };
        const text = (name: string) => form.get(name)?.trim() || null;
        const input = { name: form.get('name') ?? '', slug: text('slug'), owner: text('owner') };
        const creating = organizations.adminCreateOrganization(input, context);
        const { result, problem } = await attempt(creating, [...ofForms, 'NOT_FOUND']);
        if (problem) return newPage(visit, problem);
        visit.closeForm();
        return { goTo: pathOf(result.id, 'saved') };
      },
    }),
    ...site.routes({
      path: `${listPath}/:id`,
      operation: adminUpdateOrganization,
      get: (visit) => onePage(visit),
      post: async (visit) => {
        const id = idOf(visit);
        const { form, context } = visit;
        const change = form.get('intent') === 'claims' ? { claims: claimsIn(form) } : { name: form.get('name') };
        const changing = organizations.adminUpdateOrganization({ id, ...change }, context);
        const { problem } = await attempt(changing);
        return problem ? onePage(visit, problem) : { goTo: pathOf(id, 'saved') };
      },
    }),
    ...actions.flatMap((action) => actionRoutes(site, organizations, action)),
    ...memberRoutes(site, services, { roles, onePage }),
  ];
}

/** The pages that ask before something is done with an organization. */
function actionRoutes(site: Site, organizations: AdminServices['organizations'], action: OrganizationAction): Route[] {
  const confirmPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const organization = await organizations.adminOrganization({ id: idOf(visit) }, visit.context);
    return show(pages().ConsoleOrganizationConfirmPage, { action, organization, problem }, problem);
  };
  return site.routes({
    path: `${listPath}/:id/${action}`,
    operation: action === 'delete' ? adminDeleteOrganization : adminUpdateOrganization,
    get: (visit) => confirmPage(visit),
    post: async (visit) => {
      const { context } = visit;
      const id = idOf(visit);
      const { problem } = await attempt<unknown>(
        action === 'delete'
          ? organizations.adminDeleteOrganization({ id }, context)
          : organizations.adminUpdateOrganization({ id, disabled: action === 'disable' }, context),
      );
      if (problem) return confirmPage(visit, problem);
      return { goTo: action === 'delete' ? `${listPath}?done=delete` : pathOf(id, action) };
    },
  });
}

interface MemberPages {
  roles: readonly string[];
  onePage(visit: Visit, problem: AppError): Promise<Answer>;
}

function memberRoutes(
  site: Site,
  { organizations, users }: Pick<AdminServices, 'organizations' | 'users'>,
  { roles, onePage }: MemberPages,
): Route[] {
  const memberPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const { params, context, form } = visit;
    const account = await users.user({ id: params.user_id ?? '' }, context);
    const membership = (await users.membershipsOf(account)).find(({ organization }) => organization.id === idOf(visit));
    if (!membership) return { goTo: `${listPath}/${encodeURIComponent(idOf(visit))}` };
    const chosen = problem ? checkedRoles(form, roles) : membership.roles;
    return show(pages().ConsoleMemberPage, { account, membership, roles, chosen, problem }, problem);
  };

  /** Finds the account of an address, whose id the operation takes. */
  const userIdOf = async (text: string, visit: Visit): Promise<string> =>
    isUuid(text) ? text : (await users.user({ email: text }, visit.context)).id;

  const add = async (visit: Visit) => {
    const userId = await userIdOf(visit.form.get('user')?.trim() ?? '', visit);
    await set(visit, userId);
  };

  const set = async (visit: Visit, userId: string) => {
    const input = { organizationId: idOf(visit), userId, roles: rolesOfMember(visit.form, roles) };
    await organizations.adminSetMember(input, visit.context);
  };

  return [
    ...site.routes({
      path: `${listPath}/:id/members`,
      operation: adminSetMember,
      // After a step-up.
      get: async (visit) => ({ goTo: `${listPath}/${encodeURIComponent(idOf(visit))}` }),
      post: async (visit) => {
        const { problem } = await attempt(add(visit), [...ofForms, 'NOT_FOUND']);
        return problem ? onePage(visit, problem) : { goTo: pathOf(idOf(visit), 'added') };
      },
    }),
    ...site.routes({
      path: `${listPath}/:id/members/:user_id`,
      operation: adminSetMember,
      get: (visit) => memberPage(visit),
      post: async (visit) => {
        const { params, form, context } = visit;
        const isRemoved = form.get('intent') === 'remove';
        const userId = params.user_id ?? '';
        const removed = { organizationId: idOf(visit), userId, roles: [] };
        const { problem } = await attempt(
          isRemoved ? organizations.adminSetMember(removed, context) : set(visit, userId),
        );
        return problem ? memberPage(visit, problem) : { goTo: pathOf(idOf(visit), isRemoved ? 'removed' : 'changed') };
      },
    }),
  ];
}
