import { ofPasswords } from '../../accounts/auth/login.limits';
import { operationsTagged } from '../../platform/operations/define-operation';
import {
  disabledMeanwhile,
  noOrganization,
  noSuchOrganization,
  notFresh,
  organizationIsDisabled,
  organizationsAreOff,
  unverified,
  wrongPassword,
} from '../../platform/operations/error-texts';
import { operationLimits } from '../../platform/operations/operation.limits';
import {
  deletedAnswer,
  memberAnswer,
  membersAnswer,
  organizationAnswer,
  organizationsAnswer,
  tokenAnswer,
} from './organizations.answers';
import {
  createOrganizationInput,
  deleteOrganizationInput,
  membersInput,
  organizationInput,
  organizationTokenInput,
  setMemberInput,
  updateOrganizationInput,
} from './organizations.inputs';

const defineOperation = operationsTagged('Organizations');

export const needsManager = 'The user is neither an owner nor an admin of the organization.';
const limits = [operationLimits.CHANGE_ACCOUNT];

export const noSuchMember = 'The organization has no member with this id.';

export const organizations = defineOperation({
  name: 'organizations',
  rest: ['GET /auth/organizations'],
  summary: 'List the organizations of the user',
  does: 'Returns the organizations of the user, with the roles of the user. The caller must be signed in.',
  message: 'Organizations returned.',
  caller: 'user',
  openToImpersonation: true,
  errors: { FORBIDDEN: organizationsAreOff },
  answer: organizationsAnswer,
});

export const organization = defineOperation({
  name: 'organization',
  rest: ['GET /auth/organizations/{id}'],
  summary: 'Get an organization of the user',
  does: 'Returns an organization of the user. The caller must be signed in.',
  message: 'Organization returned.',
  caller: 'user',
  openToImpersonation: true,
  input: organizationInput,
  errors: { FORBIDDEN: organizationsAreOff, NOT_FOUND: noOrganization },
  errorMessages: { NOT_FOUND: noSuchOrganization },
  answer: organizationAnswer,
});

export const organizationMembers = defineOperation({
  name: 'organizationMembers',
  rest: ['GET /auth/organizations/{id}/members'],
  summary: 'List the members of an organization',
  does: 'Returns the members of an organization of the user in pages. Only owners and admins get the e-mail addresses. The caller must be signed in.',
  message: 'Members returned.',
  caller: 'user',
  openToImpersonation: true,
  input: membersInput,
  errors: { FORBIDDEN: organizationsAreOff, NOT_FOUND: noOrganization },
  errorMessages: { NOT_FOUND: noSuchOrganization },
  answer: membersAnswer,
});

export const createOrganization = defineOperation({
  name: 'createOrganization',
  rest: ['POST /auth/organizations'],
  summary: 'Create an organization',
  does: 'Creates an organization, whose owner the user is. The caller must be signed in, and have a verified address.',
  message: 'Organization created.',
  caller: 'user',
  status: 201,
  input: createOrganizationInput,
  takes: 'The organization.',
  limits,
  errors: {
    FORBIDDEN: 'Users cannot create organizations (`ORGANIZATIONS`).',
    EMAIL_NOT_VERIFIED: unverified,
    CONFLICT: 'The user has created 10 organizations, or is a member of 50.',
  },
  answer: organizationAnswer,
});

export const updateOrganization = defineOperation({
  name: 'updateOrganization',
  rest: ['PATCH /auth/organizations/{id}'],
  summary: 'Change the name of an organization',
  does: 'Changes the name of an organization. The caller must be signed in, and be an owner or an admin of it.',
  message: 'Organization changed.',
  caller: 'user',
  input: updateOrganizationInput,
  takes: 'The new name.',
  limits,
  errors: {
    FORBIDDEN: `${organizationsAreOff} Or: ${needsManager} Or: ${organizationIsDisabled}`,
    NOT_FOUND: noOrganization,
  },
  errorMessages: { NOT_FOUND: noSuchOrganization },
  answer: organizationAnswer,
});

export const deleteOrganization = defineOperation({
  name: 'deleteOrganization',
  rest: ['DELETE /auth/organizations/{id}'],
  summary: 'Delete an organization',
  does: 'Deletes an organization with its memberships and invitations. Its access tokens are rejected. The caller must be signed in, be an owner of it, and send the current password, or have used a second factor in the last 5 minutes.',
  message: 'Organization deleted.',
  caller: 'user',
  input: deleteOrganizationInput,
  takes: 'The current password of the user.',
  limits: [...ofPasswords, ...limits],
  errors: {
    INVALID_CREDENTIALS: wrongPassword,
    STEP_UP_REQUIRED: notFresh,
    ACCOUNT_DISABLED: disabledMeanwhile,
    FORBIDDEN: `${organizationsAreOff} Or: The user is not an owner of the organization. Or: ${organizationIsDisabled}`,
    NOT_FOUND: noOrganization,
  },
  errorMessages: { NOT_FOUND: noSuchOrganization },
  hashesPassword: true,
  takesSecret: true,
  answer: deletedAnswer,
});

export const setMember = defineOperation({
  name: 'setMember',
  rest: ['PUT /auth/organizations/{organization_id}/members/{user_id}'],
  summary: 'Change or remove a member of an organization',
  does: 'Sets the roles of a member, or removes the member, whose access tokens are then rejected: the client refreshes them. The caller must be signed in. Owners change everyone, admins everyone but owners, and each member can leave.',
  message: 'Member changed.',
  caller: 'user',
  input: setMemberInput,
  takes: 'The roles of the member.',
  limits,
  errors: {
    FORBIDDEN: `${organizationsAreOff} Or: ${needsManager} Or: An admin changes an owner, or makes one. Or: ${organizationIsDisabled}`,
    NOT_FOUND: `${noOrganization} Or: ${noSuchMember}`,
    CONFLICT: 'The member is the last owner.',
  },
  errorMessages: { NOT_FOUND: noSuchOrganization, CONFLICT: 'The organization needs an owner.' },
  answer: memberAnswer,
});

export const createOrganizationToken = defineOperation({
  name: 'createOrganizationToken',
  rest: ['POST /auth/organizations/{id}/token'],
  summary: 'Get an access token for an organization',
  does: 'Returns an access token of the session of this request that names an organization of the user, with the roles of the user in it (`org_id`, `org_slug`, `org_roles`). It changes nothing: each request can be for another organization. The caller must be signed in.',
  message: 'Access token issued.',
  caller: 'user',
  openToImpersonation: true,
  input: organizationTokenInput,
  errors: { FORBIDDEN: `${organizationsAreOff} Or: ${organizationIsDisabled}`, NOT_FOUND: noOrganization },
  errorMessages: { NOT_FOUND: noSuchOrganization },
  answer: tokenAnswer,
});
