import { isOwner } from '../../accounts/users/organization';
import type { Services } from '../../compose/services';
import { inviteMember, withdrawInvitation } from '../../features/organizations/organization-invitations.operations';
import {
  createOrganization,
  deleteOrganization,
  setMember,
  updateOrganization,
} from '../../features/organizations/organizations.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { checkedRoles, rolesOfMember } from '../kit/role-fields';
import { type Answer, noteOf, type Site, show, type Visit } from '../kit/site';
import type { OrganizationNote } from './account-organizations.page';
import { withProof } from './account-proof';
import type { Section } from './account-shell.page';
import type { FindPerson } from './account-visit';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./account-organizations.page') as typeof import('./account-organizations.page.js');

const path = '/account/organizations';
export const organizationsSection: Section = {
  path,
  icon: 'building',
  label: ({ account }) => account.nav.organizations,
};
const notes: readonly OrganizationNote[] = ['saved', 'invited', 'withdrawn', 'ended', 'left', 'deleted', 'repeated'];

const idOf = ({ params }: Visit): string => params.id ?? '';
const pathOf = (visit: Visit): string => `${path}/${encodeURIComponent(idOf(visit))}`;
const toOrganization = async (visit: Visit): Promise<Answer> => ({ goTo: pathOf(visit) });

/** The pages of the organizations of a person. None with ORGANIZATIONS=off. */
export function accountOrganizationsRoutes(
  site: Site,
  {
    organizations,
    organizationInvitations: invitations,
    stepUps,
  }: Pick<Services, 'organizations' | 'organizationInvitations' | 'stepUps'>,
  find: FindPerson,
): Route[] {
  const { roles } = organizations;
  if (roles === null) return [];

  const listPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const memberships = await organizations.organizations(visit.context);
    const { user, nav } = await find(visit);
    const canCreate = organizations.usersCreate && !visit.acting;
    const formId = canCreate && user.emailVerified ? visit.openForm() : null;
    const common = { user, note: noteOf(visit, notes), problem, nav };
    return show(pages().OrganizationsPage, { memberships, canCreate, formId, typed: visit.form, ...common }, problem);
  };

  const create = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    // A browser that loads the answer again would create another one.
    if (!visit.isOpenForm()) return { goTo: `${path}?done=repeated` };
    const input = { name: form.get('name') ?? '', slug: form.get('slug')?.trim() || null };
    const { result, problem } = await attempt(organizations.createOrganization(input, context));
    if (problem) return listPage(visit, problem);
    visit.closeForm();
    return { goTo: `${path}/${result.id}?done=saved` };
  };

  const onePage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const { context, query, form: typed } = visit;
    const membership = await organizations.membership(idOf(visit), context);
    const { id } = membership.organization;
    const open = (await organizations.organization({ id }, context)).invitations ?? [];
    const members = await organizations.organizationMembers({ id, after: query.get('after') }, context);
    const common = { note: problem ? null : noteOf(visit, notes), problem, ...(await find(visit)) };
    const props = { membership, members, invitations: open, roles, query, typed, ...common };
    return show(pages().OrganizationPage, props, problem);
  };

  const rename = async (visit: Visit): Promise<Answer> => {
    const input = { id: idOf(visit), name: visit.form.get('name') ?? '' };
    const { problem } = await attempt(organizations.updateOrganization(input, visit.context));
    return problem ? onePage(visit, problem) : { goTo: `${pathOf(visit)}?done=saved` };
  };

  const deletePage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const { organization, roles: own } = await organizations.membership(idOf(visit), visit.context);
    if (visit.acting || !isOwner(own) || organization.disabledTs) return toOrganization(visit);
    return withProof(stepUps, visit, `${pathOf(visit)}/delete`, async ({ proof }) => {
      const { nav } = await find(visit);
      return show(pages().DeleteOrganizationPage, { organization, proof, problem, nav }, problem);
    });
  };

  const deleteOne = async (visit: Visit): Promise<Answer> => {
    const input = { id: idOf(visit), currentPassword: visit.form.get('current_password') };
    const { problem } = await attempt(organizations.deleteOrganization(input, visit.context));
    return problem ? deletePage(visit, problem) : { goTo: `${path}?done=deleted` };
  };

  const invite = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    const person = { email: form.get('email') ?? '', roles: checkedRoles(form, roles) };
    const { problem } = await attempt(invitations.inviteMember({ organizationId: idOf(visit), ...person }, context));
    return problem ? onePage(visit, problem) : { goTo: `${pathOf(visit)}?done=invited` };
  };

  const withdraw = async (visit: Visit): Promise<Answer> => {
    const input = { organizationId: idOf(visit), invitationId: visit.params.invitation_id };
    const withdrawing = invitations.withdrawInvitation(input, visit.context);
    const { problem } = await attempt(withdrawing, ['NOT_FOUND', 'SERVICE_UNAVAILABLE']);
    // It was accepted, or another tab was faster.
    if (problem?.code === 'NOT_FOUND') return { goTo: `${pathOf(visit)}?done=ended` };
    return problem ? onePage(visit, problem) : { goTo: `${pathOf(visit)}?done=withdrawn` };
  };

  /** The person leaves on the page of the own membership. */
  const memberPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    if (visit.acting) return toOrganization(visit);
    const found = await organizations.changeableMember(idOf(visit), visit.params.user_id ?? '', visit.context);
    const props = { ...found, roles, typed: visit.form, problem, ...(await find(visit)) };
    return show(pages().MemberPage, props, problem);
  };

  const setRoles = async ({ params, form, context }: Visit, isRemoved: boolean): Promise<void> => {
    const chosen = isRemoved ? [] : rolesOfMember(form, roles);
    await organizations.setMember({ organizationId: params.id, userId: params.user_id, roles: chosen }, context);
  };

  const changeMember = async (visit: Visit): Promise<Answer> => {
    const isRemoved = visit.form.get('intent') === 'remove';
    const { problem } = await attempt(setRoles(visit, isRemoved));
    if (problem) return memberPage(visit, problem);
    const hasLeft = isRemoved && visit.params.user_id === visit.session?.userId;
    return { goTo: hasLeft ? `${path}?done=left` : `${pathOf(visit)}?done=saved` };
  };

  const one = `${path}/:id`;
  return [
    ...site.routes({ path, operation: createOrganization, get: (visit) => listPage(visit), post: create }),
    ...site.routes({ path: one, operation: updateOrganization, get: (visit) => onePage(visit), post: rename }),
    ...site.routes({
      path: `${one}/delete`,
      operation: deleteOrganization,
      get: (visit) => deletePage(visit),
      post: deleteOne,
    }),
    ...site.routes({ path: `${one}/invitations`, operation: inviteMember, get: toOrganization, post: invite }),
    ...site.routes({
      path: `${one}/invitations/:invitation_id/withdraw`,
      operation: withdrawInvitation,
      get: toOrganization,
      post: withdraw,
    }),
    ...site.routes({
      path: `${one}/members/:user_id`,
      operation: setMember,
      get: (visit) => memberPage(visit),
      post: changeMember,
    }),
  ];
}
