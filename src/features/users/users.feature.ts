import type { Feature } from '../../feature';
import { IdentityStore } from './identity.store';
import { UserStore } from './user.store';
import { UserChangesStore } from './user-changes.store';
import { UserListStore } from './user-list.store';

export const usersFeature = {
  stores: { users: UserStore, userChanges: UserChangesStore, userLists: UserListStore, identities: IdentityStore },
} satisfies Feature;
