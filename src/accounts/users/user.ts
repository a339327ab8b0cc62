import type { z } from 'zod';
import type { Locale } from '../../platform/request/locale';
import type { userRecord } from './user.answers';

/** The account of a person. The password hash is not part of it, so that no response can contain the hash. */
export type User = z.infer<typeof userRecord>;

/** A user with what is not part of the user record. */
export interface Person {
  user: User;
  /** The verified phone number in the form of E.164. Null if there is none. */
  telE164: string | null;
  /** Null if it is unknown. */
  locale: Locale | null;
}

export const noSuchUser = 'There is no such user.';
