import type { NewUser } from '../../src/accounts/users/user.store';
import { uuidv7 } from '../../src/platform/runtime/uuid';

/** What a store inserts, for the tests of stores. */
export function newUser(given: Partial<NewUser> & Pick<NewUser, 'email' | 'createdTs'>) {
  return {
    id: uuidv7(),
    emailCanonical: given.email.toLowerCase(),
    passwordHash: 'hash',
    firstName: 'Ada',
    lastName: 'Lovelace',
    tel: null,
    fields: {},
    isSuperAdmin: false,
    roles: [],
    locale: null,
    ...given,
  } satisfies NewUser;
}
