import { toPageCursor } from '../../platform/request/page-cursor';
import { about, boolean, component, nullable, object, string, timestamp, uuid } from '../../platform/rest/json-schema';
import { sessionDescriptions } from '../auth/descriptions';
import { identitySchema, toIdentityRecord } from '../identities/identity.rest';
import type { Session } from '../sessions/session';
import type { ManagedUser } from '../users/managed-user';
import { userDescriptions } from '../users/user';
import { exampleUser, toTimestamp, toUserRecord, userProperties } from '../users/user.rest';
import type { UserFields } from '../users/user-fields';
import { accountDescriptions, createdUserDescriptions, managedUserDescriptions as text } from './descriptions';
import type { CreatedUser } from './user-administration.service';
import type { ManagedAccount, UserPage } from './user-directory.service';

/** The fifteen keys of the user record, the roles, and what only a super admin sees. */
export function toAdminUserRecord(managed: ManagedUser, userFields: UserFields | undefined) {
  const { user, locale, hasPassword, factors, twoStep, deletionDueTs, claims, fields } = managed;
  const own = userFields?.areDefined ? { fields: userFields.shown(fields, 'admin') } : {};
  return Object.assign(
    toUserRecord(user),
    {
      roles: user.roles,
      locale,
      has_password: hasPassword,
      factors,
      two_step: twoStep,
      deletion_due_ts: deletionDueTs && toTimestamp(deletionDueTs),
      claims,
    },
    own,
  );
}

const adminUserProperties = () =>
  Object.assign(userProperties(), {
    roles: { type: 'array', description: userDescriptions.roles, items: about(string, 'The name of a role.') },
    locale: nullable(about(string, text.locale)),
    has_password: about(boolean, text.hasPassword),
    factors: { type: 'array', description: text.factors, items: about(string, 'A kind of second factor.') },
    two_step: about(boolean, text.twoStep),
    deletion_due_ts: nullable(timestamp(text.deletionDueTs)),
    claims: about({ type: 'object', additionalProperties: true }, text.claims),
  });

export const adminUserSchema = component(
  'AdminUser',
  'An account as a super admin sees it. The password is never part of it.',
  () => object(adminUserProperties()),
);

function toAdminSessionRecord(session: Session) {
  return {
    id: session.id,
    created_ts: toTimestamp(session.createdTs),
    last_used_ts: toTimestamp(session.lastUsedTs),
    expires_ts: toTimestamp(session.expiresTs),
    user_agent: session.userAgent,
    ip: session.ip,
    actor_id: session.actor?.userId ?? null,
    client_name: session.client?.name ?? null,
  };
}

const adminSessionSchema = component('AdminSession', 'A live session as a super admin sees it.', () =>
  object({
    id: about(uuid, sessionDescriptions.id),
    created_ts: timestamp(sessionDescriptions.createdTs),
    last_used_ts: timestamp(sessionDescriptions.lastUsedTs),
    expires_ts: timestamp(sessionDescriptions.expiresTs),
    user_agent: nullable(about(string, sessionDescriptions.userAgent)),
    ip: nullable(about(string, sessionDescriptions.ip)),
    actor_id: nullable(about(uuid, accountDescriptions.sessionActorId)),
    client_name: nullable(about(string, sessionDescriptions.clientName)),
  }),
);

export function toAdminUserDetailsRecord(
  { managed, identities, sessions, sessionCount }: ManagedAccount,
  userFields: UserFields | undefined,
) {
  return Object.assign(toAdminUserRecord(managed, userFields), {
    identities: identities.map(toIdentityRecord),
    sessions: sessions.map(toAdminSessionRecord),
    session_count: sessionCount,
  });
}

export const adminUserDetailsSchema = component(
  'AdminUserDetails',
  'An account as a super admin sees it, with its identities and its live sessions.',
  () =>
    object(
      Object.assign(adminUserProperties(), {
        identities: { type: 'array', description: accountDescriptions.identities, items: identitySchema },
        sessions: { type: 'array', description: accountDescriptions.sessions, items: adminSessionSchema },
        session_count: about({ type: 'integer' }, accountDescriptions.sessionCount),
      }),
    ),
);

export const toCreatedUserRecord = ({ user, link, expiresTs }: CreatedUser, userFields: UserFields | undefined) => ({
  user: toAdminUserRecord(user, userFields),
  link,
  expires_ts: toTimestamp(expiresTs),
});

export const createdUserSchema = about(
  object({
    user: adminUserSchema,
    link: nullable(about(string, createdUserDescriptions.link)),
    expires_ts: timestamp(createdUserDescriptions.expiresTs),
  }),
  'The account that was created.',
);

/** `next` is the cursor of the next page, or null on the last page. */
export function toUserPageRecord({ users, next }: UserPage, userFields: UserFields | undefined) {
  return { users: users.map((one) => toAdminUserRecord(one, userFields)), next: next && toPageCursor(next) };
}

export const userPageSchema = about(
  object({
    users: { type: 'array', description: 'The users of this page, the newest first.', items: adminUserSchema },
    next: nullable(
      about(string, 'The cursor that the client sends as `after` to get the next page. Null on the last page.'),
    ),
  }),
  'One page of the list of users.',
);

export const exampleManagedUser: ManagedUser = {
  user: exampleUser,
  locale: 'en',
  hasPassword: true,
  factors: [],
  twoStep: false,
  deletionDueTs: null,
  claims: { org: 'acme' },
  fields: {},
};
