import type { z } from 'zod';
import { parseInput } from '../../platform/request/input-parser';
import { uuidv7 } from '../../platform/runtime/uuid';
import type { PasswordOwner } from '../passwords/own-words';
import type { User } from '../users/user';
import type { NewUser } from '../users/user.store';
import type { RegisterInput } from './auth.inputs';

/**
 * Checks the fields of a registration, and its password with `rejectCommon`. The caller must also call `rejectBreached`.
 * @throws AppError `VALIDATION_FAILED`
 */
export function parseRegistration<Registration extends RegisterInput>(
  schema: z.ZodType<Registration>,
  input: unknown,
  rejectCommon: (password: string, owner: PasswordOwner) => void,
): Registration {
  const registration = parseInput(schema, input);
  const { email, firstName, lastName, password } = registration;
  rejectCommon(password, { email: email.given, firstName, lastName });
  return registration;
}

/** Builds a new account from a checked registration. `isSuperAdmin` never comes from the input. */
export function newUserOf(
  { email, firstName, lastName, tel }: RegisterInput,
  passwordHash: string,
  createdTs: Date,
  {
    isSuperAdmin,
    roles,
    claims = {},
    locale,
    fields,
  }: Pick<NewUser, 'isSuperAdmin' | 'roles' | 'claims' | 'locale' | 'fields'>,
): NewUser {
  return {
    id: uuidv7(createdTs),
    email: email.given,
    emailCanonical: email.canonical,
    passwordHash,
    firstName,
    lastName,
    tel,
    isSuperAdmin,
    roles,
    claims,
    createdTs,
    locale,
    fields,
  };
}

/** The user that a registration creates, before it is stored. */
export function toUser({ id, firstName, lastName, email, isSuperAdmin, roles, tel, createdTs }: NewUser): User {
  return {
    id,
    firstName,
    lastName,
    email,
    isSuperAdmin,
    roles: [...roles],
    disabled: false,
    emailVerified: false,
    telVerified: false,
    tel,
    company: null,
    companyIdNumber: null,
    companyIdUrl: null,
    createdTs,
    updatedTs: null,
    lastLoginTs: null,
  };
}
