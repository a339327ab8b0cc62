import { orList } from '../config/or-list';
import type { RateLimit } from '../rate-limits/limit-table';

// The reasons of errors that several operations have.

export const noDatabase = 'The database did not answer.';
export const fullQueue = 'Too many requests wait for password hashing, or the database did not answer.';
export const challengeNeeded = 'During an attack (`CHALLENGE`): no right answer to a challenge.';
export const noAccount = 'The access token is missing, not valid, expired or revoked, or its account is disabled.';
export const unverified = 'The e-mail address is not verified. `sendEmailVerification` sends the e-mail again.';
export const notFresh =
  'The account has a second factor, and the user has not used it in the last 5 minutes. Or it has neither a password nor a second factor, and the user has not signed in in the last 5 minutes. While two-step sign-in is off, a login within 15 minutes after a reset by e-mail counts as a use. The client calls `stepUp`, and sends the request again.';
export const onlyRequiredFactor = 'The account must have a second factor, and this is its only one.';
/** Of operations that add a way in. */
export const notProvenOwner = `${notFresh} Or the login was in the last hour, with the password alone, from a network that the account does not know: then \`stepUp\` takes a code by mail (\`requestStepUpCode\`).`;
export const addedMeanwhile =
  'The account has got a second factor since the user started, and the session has not used it. The client calls `stepUp`, and sends the request again.';
export const invalidFields = 'A field is missing or breaks its rule. The answer names each such field.';
export const invalidPassword = `${invalidFields} A password that is on a list of common or stolen passwords breaks the rule of its field.`;
export const wrongPassword = 'The current password is wrong, or the account has no password.';
export const disabledMeanwhile = 'The current password is right, and the account was disabled at this moment.';
export const wrongTokenOrCode = 'The token or the code is wrong, was used, or has expired.';
export const disabledAccount = 'The token or the code is right, and the account is disabled.';
export const wrongToken = 'The token is wrong, was used, or has expired.';
export const otherDomain = 'The domain of the address is not in `REGISTER_DOMAINS`.';
export const byHook = 'The hook (`HOOK_BEFORE_REGISTER`) rejects the person.';
export const noHook = 'The hook (`HOOK_BEFORE_REGISTER`) gave no usable answer.';
export const impersonated = 'A super admin acts as the user. Only the user can do this.';
export const notByUser =
  'Only the user can do this: no application, no API key, and no super admin who acts as the user.';
export const ofApplication = 'Only the user can do this: no application, and no API key.';
export const lacksScope = (scope: string) => `The access token of an application lacks the scope \`${scope}\`.`;

export const organizationsAreOff = 'Organizations are switched off (`ORGANIZATIONS=off`).';
export const organizationIsDisabled = 'The organization is disabled.';
export const noSuchOrganization = 'You are a member of no organization with this id.';
export const noOrganization = 'There is no such organization, or the user is not a member. Both get the same answer.';

/** The errors of every operation for super admins, but for those that depend on its input. */
export const ofSuperAdmins = {
  UNAUTHENTICATED: noAccount,
  STEP_UP_REQUIRED:
    'The last proof is weaker than `ADMIN_MIN_ACR` or older than `ADMIN_MAX_AGE`. The client calls `stepUp`, and tries again.',
  FORBIDDEN:
    'The user is no super admin, acts as another user, uses the token of an application or an API key, or is outside of `ADMIN_NETWORKS`.',
} as const;

export function limitReached(limits: readonly RateLimit[]): string {
  return `The limit ${orList(limits.map(({ name }) => `\`${name}\``))} was reached.`;
}
