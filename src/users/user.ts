/** A person's account. The password hash is not on it: it is a separate, named read of the store. */
export interface User {
  /** UUIDv7. */
  id: string;
  firstName: string;
  lastName: string;
  /** As it was given at registration. */
  email: string;
  isSuperAdmin: boolean;
  disabled: boolean;
  emailVerified: boolean;
  telVerified: boolean;
  tel: string | null;
  company: string | null;
  companyIdNumber: string | null;
  companyIdUrl: string | null;
  createdTs: Date;
  /** When the person's data last changed; a login is not a change. */
  updatedTs: Date | null;
  lastLoginTs: Date | null;
}
