import { dayMs } from '../../platform/jobs/clean-up-step';
import type { KeyOfToken } from '../tokens/access-token';
import type { Organization } from '../users/organization';

/** A key with which a program acts as its user. */
export interface ApiKey {
  /** A UUIDv7. */
  id: string;
  userId: string;
  name: string;
  lastCharacters: string;
  /** Of RESOURCES. Null: the key is for what takes the tokens of logins. */
  resource: string | null;
  /** Of the resource. */
  scopes: readonly string[];
  roles: readonly string[];
  /** In whose name the program acts. The key ends with the membership. Null: none. */
  organization: Pick<Organization, 'id' | 'slug' | 'name'> | null;
  createdTs: Date;
  expiresTs: Date;
  /** To the hour. */
  lastUsedTs: Date | null;
  lastUsedIp: string | null;
}

/** A key that is right, with what it opens now. */
export interface VerifiedApiKey extends KeyOfToken, Pick<ApiKey, 'lastUsedTs'> {}

/** No document says one: more than a person needs, and few enough for one page. */
export const mostApiKeys = 20;

/** No document says one. How long before the end of a key its user is told, in ms. */
export const noticeMs = 7 * dayMs;
