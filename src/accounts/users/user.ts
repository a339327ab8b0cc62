import type { z } from 'zod';
import type { userRecord } from './user.answers';

/** The account of a person. The password hash is not part of it, so that no response can contain the hash. */
export type User = z.infer<typeof userRecord>;
