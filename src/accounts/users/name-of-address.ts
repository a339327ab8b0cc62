import type { ManagedUser } from './managed-user';

/** The first and the last name of an invited user whose name nobody knew: the part of the address before the @. */
export const nameOfAddress = (email: string): string => email.slice(0, email.indexOf('@'));

/** Whether the user was invited without a name, and has not accepted the invitation, whose page asks for it. */
export const isNamePending = ({
  hasPassword,
  lastLoginTs,
  firstName,
  lastName,
  email,
}: Pick<ManagedUser, 'hasPassword' | 'lastLoginTs' | 'firstName' | 'lastName' | 'email'>): boolean =>
  !hasPassword && lastLoginTs === null && [firstName, lastName].every((name) => name === nameOfAddress(email));
