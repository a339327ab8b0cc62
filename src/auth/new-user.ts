import { v7 as uuidv7 } from 'uuid';
import type { NewUser } from '../users/user.store';
import type { RegisterInput } from './auth.inputs';

/** Builds a new account from a checked registration. `isSuperAdmin` never comes from the input. */
export function newUserOf(
  { email, firstName, lastName, tel }: RegisterInput,
  passwordHash: string,
  createdTs: Date,
  { isSuperAdmin }: { isSuperAdmin: boolean },
): NewUser {
  return {
    id: uuidv7({ msecs: createdTs.getTime() }),
    email: email.given,
    emailCanonical: email.canonical,
    passwordHash,
    firstName,
    lastName,
    tel,
    isSuperAdmin,
    createdTs,
  };
}
