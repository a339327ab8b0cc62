import { UserStore } from '../accounts/users/user.store';
import { UserListStore } from '../accounts/users/user-list.store';
import { ActivityStore } from '../features/admin-installation/activity.store';
import { AuditStore } from '../platform/audit/audit.store';
import type { Read } from '../platform/db/cluster/reads';

/**
 * The reads of `DATABASE_READ_URL`. No other function may be here: the data can be some seconds old, so nothing that
 * decides about a login, a session or a change can be read here (docs/decisions/048).
 */
export interface ReadStores {
  audit: Pick<AuditStore, 'list' | 'page'>;
  activity: Pick<ActivityStore, 'count'>;
  users: Pick<UserStore, 'search'>;
  userLists: Pick<UserListStore, 'list' | 'estimateTotal'>;
}

export function createReadStores(read: Read): ReadStores {
  return {
    audit: {
      list: (filter) => read((db) => new AuditStore(db).list(filter)),
      page: (request) => read((db) => new AuditStore(db).page(request)),
    },
    activity: {
      count: (since, before, mostRows) => read((db) => new ActivityStore(db).count(since, before, mostRows)),
    },
    users: { search: (filter) => read((db) => new UserStore(db).search(filter)) },
    userLists: {
      list: (request) => read((db) => new UserListStore(db).list(request)),
      estimateTotal: () => read((db) => new UserListStore(db).estimateTotal()),
    },
  };
}
