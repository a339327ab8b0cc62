import { identityRecord } from '../../accounts/providers/identity.answers';
import type { ManagedUser } from '../../accounts/users/managed-user';
import { exampleUser, userRecord } from '../../accounts/users/user.answers';
import { toUserRecord } from '../../accounts/users/user.rest';
import type { UserFields } from '../../accounts/users/user-fields';
import { shownFieldsSchema } from '../../accounts/users/user-fields.rest';
import { toPageCursor } from '../../platform/request/page-cursor';
import { propertiesOf, recordOf, schemaOf } from '../../platform/rest/answer.rest';
import {
  about,
  boolean,
  component,
  nullable,
  object,
  string,
  timestamp,
  toTimestamp,
} from '../../platform/rest/json-schema';
import { adminSessionRecord, toAdminSession } from './admin-session.answers';
import {
  accountDescriptions,
  createdUserDescriptions,
  estimatedTotalText,
  managedUserDescriptions as text,
} from './descriptions';
import { signInStateSchema, toSignInStateRecord } from './sign-in-state.rest';
import type { CreatedUser } from './user-administration.service';
import type { ManagedAccount, UserPage } from './user-directory.service';

/** The records of accounts, and their schemas, with the fields that the installation adds. `userFields` can be missing for a document. */
export class AdminUserRecords {
  readonly userSchema = component(
    'AdminUser',
    'An account as a super admin sees it. The password is never part of it.',
    () => object(this.userProperties()),
  );

  readonly detailsSchema = component(
    'AdminUserDetails',
    'An account as a super admin sees it, with its identities and its live sessions.',
    () =>
      object(
        Object.assign(this.userProperties(), {
          identities: { type: 'array', description: accountDescriptions.identities, items: schemaOf(identityRecord) },
          sessions: { type: 'array', description: accountDescriptions.sessions, items: schemaOf(adminSessionRecord) },
          session_count: about({ type: 'integer' }, accountDescriptions.sessionCount),
          sign_in: signInStateSchema,
        }),
      ),
  );

  readonly createdSchema = about(
    object({
      user: this.userSchema,
      link: nullable(about(string, createdUserDescriptions.link)),
      expires_ts: timestamp(createdUserDescriptions.expiresTs),
    }),
    'The account that was created.',
  );

  readonly pageSchema = about(
    object({
      users: { type: 'array', description: 'The users of this page, in the order of `sort`.', items: this.userSchema },
      previous: nullable(
        about(string, 'The cursor that the client sends as `before` to get the previous page. Null on the first page.'),
      ),
      next: nullable(
        about(string, 'The cursor that the client sends as `after` to get the next page. Null on the last page.'),
      ),
      estimated_total: nullable(about({ type: 'integer' }, estimatedTotalText)),
    }),
    'One page of the list of users.',
  );

  constructor(private readonly userFields: UserFields | undefined) {}

  /** The fifteen keys of the user record, the roles, and what only a super admin sees. */
  user({ user, locale, hasPassword, factors, twoStep, deletionDueTs, claims, fields, providers }: ManagedUser) {
    return Object.assign(
      toUserRecord(user),
      {
        roles: user.roles,
        locale,
        has_password: hasPassword,
        factors,
        providers,
        two_step: twoStep,
        deletion_due_ts: deletionDueTs && toTimestamp(deletionDueTs),
        claims,
      },
      this.userFields?.areDefined ? { fields: this.userFields.shown(fields, 'admin') } : {},
    );
  }

  details({ managed, identities, sessions, sessionCount, signIn }: ManagedAccount) {
    return Object.assign(this.user(managed), {
      identities: identities.map((identity) => recordOf(identityRecord, identity)),
      sessions: sessions.map((session) => recordOf(adminSessionRecord, toAdminSession(session))),
      session_count: sessionCount,
      sign_in: toSignInStateRecord(signIn),
    });
  }

  created({ user, link, expiresTs }: CreatedUser) {
    return { user: this.user(user), link, expires_ts: toTimestamp(expiresTs) };
  }

  /** `next` is the cursor of the next page, or null on the last page. */
  page({ users, previous, next }: UserPage, total: number | null) {
    return {
      users: users.map((one) => this.user(one)),
      previous: previous && toPageCursor(previous),
      next: next && toPageCursor(next),
      estimated_total: total,
    };
  }

  private userProperties() {
    return Object.assign(
      propertiesOf(userRecord),
      {
        roles: schemaOf(userRecord.shape.roles),
        locale: nullable(about(string, text.locale)),
        has_password: about(boolean, text.hasPassword),
        factors: { type: 'array', description: text.factors, items: about(string, 'A kind of second factor.') },
        providers: { type: 'array', description: text.providers, items: about(string, 'The id of a provider.') },
        two_step: about(boolean, text.twoStep),
        deletion_due_ts: nullable(timestamp(text.deletionDueTs)),
        claims: about({ type: 'object', additionalProperties: true }, text.claims),
      },
      this.userFields?.areDefined ? { fields: shownFieldsSchema(this.userFields, 'admin') } : {},
    );
  }
}

export const exampleManagedUser: ManagedUser = {
  user: exampleUser,
  locale: 'en',
  hasPassword: true,
  factors: [],
  twoStep: false,
  deletionDueTs: null,
  claims: { org: 'acme' },
  fields: {},
  providers: [],
};
