import { mailLimits } from '../../accounts/users/mail.limits';
import { organizationActions } from '../../accounts/users/organizations.audit';
import { operationsTagged } from '../../platform/operations/define-operation';
import {
  byHook,
  disabledAccount,
  invalidPassword,
  noHook,
  noOrganization,
  noSuchOrganization,
  organizationIsDisabled,
  organizationsAreOff,
  otherDomain,
} from '../../platform/operations/error-texts';
import { operationLimits } from '../../platform/operations/operation.limits';
import { invitationLimits } from './organization-invitations.limits';
import { invitationAnswer, organizationAnswer, registeredAnswer, withdrawnAnswer } from './organizations.answers';
import {
  acceptInvitationInput,
  inviteMemberInput,
  registerByInvitationInput,
  withdrawInvitationInput,
} from './organizations.inputs';
import { needsManager } from './organizations.operations';

const defineOperation = operationsTagged('Organizations');

export const noSuchInvitation = 'The organization has no open invitation with this id.';
const notValid =
  'The token is wrong, was used, has expired, or a newer e-mail has replaced it. Or the invitation was withdrawn.';
const full = 'The organization has 10,000 members. The invitation stays open.';
const rejectedAs = organizationActions.invitation_rejected;

export const inviteMember = defineOperation({
  name: 'inviteMember',
  rest: ['POST /auth/organizations/{organization_id}/invitations'],
  summary: 'Invite a person to an organization',
  does: 'Sends an e-mail with a link to an address, whose owner becomes a member with it. The answer does not depend on whether the address has an account. A new invitation of an address replaces the one before. The caller must be signed in, and be an owner or an admin. Only owners invite owners.',
  message: 'Invitation sent.',
  caller: 'user',
  status: 201,
  input: inviteMemberInput,
  takes: 'The address and the roles.',
  limits: [
    operationLimits.CHANGE_ACCOUNT,
    invitationLimits.INVITATION_ACCOUNT,
    invitationLimits.INVITATION_ORGANIZATION,
    mailLimits.MAIL_ADDRESS,
    mailLimits.MAIL_GLOBAL,
  ],
  errors: {
    FORBIDDEN: `${organizationsAreOff} Or: ${needsManager} Or: An admin invites an owner. Or: ${organizationIsDisabled}`,
    NOT_FOUND: noOrganization,
    CONFLICT: 'The address is that of a member. Or the organization has 200 open invitations.',
  },
  errorMessages: { NOT_FOUND: noSuchOrganization, CONFLICT: 'The address is that of a member.' },
  takesSecret: true,
  answer: invitationAnswer,
});

export const withdrawInvitation = defineOperation({
  name: 'withdrawInvitation',
  rest: ['DELETE /auth/organizations/{organization_id}/invitations/{invitation_id}'],
  summary: 'Withdraw an invitation',
  does: 'Withdraws an open invitation, whose link is no longer valid then. The caller must be signed in, and be an owner or an admin.',
  message: 'Invitation withdrawn.',
  caller: 'user',
  input: withdrawInvitationInput,
  limits: [operationLimits.CHANGE_ACCOUNT],
  errors: {
    FORBIDDEN: `${organizationsAreOff} Or: ${needsManager} Or: ${organizationIsDisabled}`,
    NOT_FOUND: `${noOrganization} Or: ${noSuchInvitation}`,
  },
  errorMessages: { NOT_FOUND: noSuchInvitation },
  answer: withdrawnAnswer,
});

export const acceptInvitation = defineOperation({
  name: 'acceptInvitation',
  rest: ['POST /auth/organizations/accept'],
  summary: 'Accept an invitation',
  does: 'Makes the user a member of an organization, with the token of the e-mail. The caller must be signed in, and the invited address must be the verified address of the account. A person whose address has no account, or was never verified, calls `registerByInvitation` instead.',
  message: 'Invitation accepted.',
  caller: 'user',
  input: acceptInvitationInput,
  takes: 'The token.',
  limits: [operationLimits.CHANGE_ACCOUNT, mailLimits.RESET_NETWORK],
  errors: {
    INVALID_TOKEN: `${notValid} Or another address was invited.`,
    FORBIDDEN: `${organizationsAreOff} Or: ${organizationIsDisabled} The invitation stays open.`,
    CONFLICT: `${full} Or the user is a member of 50 organizations.`,
  },
  takesSecret: true,
  rejectedAs,
  answer: organizationAnswer,
});

export const registerByInvitation = defineOperation({
  name: 'registerByInvitation',
  rest: ['POST /auth/organizations/register'],
  summary: 'Register by an invitation',
  does: 'Creates an account with the invited address, which the token of the e-mail verifies, and makes it a member of the organization, also with `REGISTRATION=closed`. The caller needs no access token. If the address has an account that was never verified, the account gets the names and the password: all that can be of someone else ends, as with `resetPassword`. Then the user signs in.',
  message: 'Account created. Sign in.',
  caller: 'anyone',
  status: 201,
  input: registerByInvitationInput,
  takes: 'The token, the names and the password.',
  limits: [mailLimits.RESET_NETWORK],
  errors: {
    VALIDATION_FAILED: `${invalidPassword} Or: ${byHook}`,
    INVALID_TOKEN: notValid,
    ACCOUNT_DISABLED: disabledAccount,
    EMAIL_TAKEN: 'The address has an account that is verified. The user signs in, and calls `acceptInvitation`.',
    FORBIDDEN: `${organizationsAreOff} Or: ${organizationIsDisabled} Or: ${otherDomain} Or: ${byHook}`,
    CONFLICT: `${full}`,
    SERVICE_UNAVAILABLE: `Too many requests wait for password hashing, or the database did not answer. Or: ${noHook}`,
  },
  hashesPassword: true,
  takesSecret: true,
  rejectedAs,
  answer: registeredAnswer,
});
