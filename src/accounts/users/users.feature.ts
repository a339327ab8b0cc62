import type { Feature } from '../../platform/feature';
import { IdentityStore } from './identity.store';
import { mailLimits } from './mail.limits';
import { UserStore } from './user.store';
import { UserChangesStore } from './user-changes.store';
import { UserClaimsStore } from './user-claims.store';
import { UserFieldsStore } from './user-fields.store';
import { UserListStore } from './user-list.store';
import { userActions } from './users.audit';
import { userEvents } from './users.events';
import { userMails } from './users.mails';
import { userPurposes } from './users.purposes';
import { userEnds, userReasons } from './users.reasons';
import { usersSettings } from './users.settings';
import { usersTables } from './users.tables';
import { addedMails } from './way-in.mails';

export const usersFeature = {
  limits: mailLimits,
  settings: [usersSettings],
  actions: [userActions],
  events: [userEvents],
  stores: {
    users: UserStore,
    userChanges: UserChangesStore,
    userClaims: UserClaimsStore,
    userFields: UserFieldsStore,
    userLists: UserListStore,
    identities: IdentityStore,
  },
  tables: usersTables,
  purposes: userPurposes,
  mails: { ...userMails, ...addedMails },
  reasons: [userReasons],
  ends: [userEnds],
} satisfies Feature;
