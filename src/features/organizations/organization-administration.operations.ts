import { operationsTagged } from '../../platform/operations/define-operation';
import { organizationsAreOff } from '../../platform/operations/error-texts';
import { adminOrganizationAnswer, adminOrganizationsAnswer } from './organization-administration.answers';
import {
  adminCreateOrganizationInput,
  adminDeleteOrganizationInput,
  adminMembersInput,
  adminOrganizationInput,
  adminOrganizationsInput,
  adminSetMemberInput,
  adminUpdateOrganizationInput,
} from './organization-administration.inputs';
import { deletedAnswer, memberAnswer, membersAnswer } from './organizations.answers';

const defineOperation = operationsTagged('Organizations');

export const noOrganizationWithId = 'There is no organization with this id.';
const rejected = 'Its access tokens are rejected within a second';

export const adminOrganizations = defineOperation({
  name: 'adminOrganizations',
  rest: ['GET /admin/organizations'],
  summary: 'List the organizations',
  does: 'Returns the organizations in pages, the newest first. An organization must fit all filters. The caller must be a super admin.',
  message: 'Organizations returned.',
  caller: 'superAdmin',
  machine: 'read',
  input: adminOrganizationsInput,
  errors: { FORBIDDEN: organizationsAreOff },
  answer: adminOrganizationsAnswer,
});

export const adminOrganization = defineOperation({
  name: 'adminOrganization',
  rest: ['GET /admin/organizations/{id}'],
  summary: 'Get an organization',
  does: 'Returns an organization. The caller must be a super admin.',
  message: 'Organization returned.',
  caller: 'superAdmin',
  machine: 'read',
  input: adminOrganizationInput,
  errors: { FORBIDDEN: organizationsAreOff, NOT_FOUND: noOrganizationWithId },
  errorMessages: { NOT_FOUND: noOrganizationWithId },
  answer: adminOrganizationAnswer,
});

export const adminOrganizationMembers = defineOperation({
  name: 'adminOrganizationMembers',
  rest: ['GET /admin/organizations/{id}/members'],
  summary: 'List the members of an organization',
  does: 'Returns the members of an organization in pages. The caller must be a super admin.',
  message: 'Members returned.',
  caller: 'superAdmin',
  machine: 'read',
  input: adminMembersInput,
  errors: { FORBIDDEN: organizationsAreOff, NOT_FOUND: noOrganizationWithId },
  errorMessages: { NOT_FOUND: noOrganizationWithId },
  answer: membersAnswer,
});

export const adminCreateOrganization = defineOperation({
  name: 'adminCreateOrganization',
  rest: ['POST /admin/organizations'],
  summary: 'Create an organization',
  does: 'Creates an organization, and makes a user its owner. The caller must be a super admin.',
  message: 'Organization created.',
  caller: 'superAdmin',
  machine: 'users',
  status: 201,
  input: adminCreateOrganizationInput,
  takes: 'The organization.',
  errors: {
    FORBIDDEN: organizationsAreOff,
    NOT_FOUND: 'There is no such user.',
    CONFLICT: 'The account of the owner is disabled or deleted, or is a member of 50 organizations.',
  },
  answer: adminOrganizationAnswer,
});

export const adminUpdateOrganization = defineOperation({
  name: 'adminUpdateOrganization',
  rest: ['PATCH /admin/organizations/{id}'],
  summary: 'Change, disable or enable an organization',
  does: `Changes the fields of an organization that the request has. ${rejected} if it is disabled, or if \`TOKEN_CLAIMS\` has the claims that change. The caller must be a super admin.`,
  message: 'Organization changed.',
  caller: 'superAdmin',
  machine: 'users',
  input: adminUpdateOrganizationInput,
  takes: 'The fields to change.',
  errors: { FORBIDDEN: organizationsAreOff, NOT_FOUND: noOrganizationWithId },
  errorMessages: { NOT_FOUND: noOrganizationWithId },
  answer: adminOrganizationAnswer,
});

export const adminDeleteOrganization = defineOperation({
  name: 'adminDeleteOrganization',
  rest: ['DELETE /admin/organizations/{id}'],
  summary: 'Delete an organization',
  does: `Deletes an organization with its memberships and invitations. ${rejected}. The caller must be a super admin.`,
  message: 'Organization deleted.',
  caller: 'superAdmin',
  machine: 'users',
  input: adminDeleteOrganizationInput,
  errors: { FORBIDDEN: organizationsAreOff, NOT_FOUND: noOrganizationWithId },
  errorMessages: { NOT_FOUND: noOrganizationWithId },
  answer: deletedAnswer,
});

export const adminSetMember = defineOperation({
  name: 'adminSetMember',
  rest: ['PUT /admin/organizations/{organization_id}/members/{user_id}'],
  summary: 'Add, change or remove a member of an organization',
  does: 'Makes a user a member of an organization, sets the roles of a member, or removes the member. The access tokens of a member that exist are rejected within a second, and a refresh returns a new one. The caller must be a super admin.',
  message: 'Member changed.',
  caller: 'superAdmin',
  machine: 'users',
  input: adminSetMemberInput,
  takes: 'The roles of the member.',
  errors: {
    FORBIDDEN: organizationsAreOff,
    NOT_FOUND: 'There is no such organization, or no such user.',
    CONFLICT:
      'The member is the last owner, and other members stay. Or the account is deleted, or is a member of 50 organizations, or the organization has 10000 members.',
  },
  errorMessages: { NOT_FOUND: noOrganizationWithId, CONFLICT: 'The organization needs an owner.' },
  answer: memberAnswer,
});
