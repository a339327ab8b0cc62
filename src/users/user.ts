/** The account of a person. The password hash is not part of it, so that no response can contain the hash. */
export interface User {
  /** A UUIDv7. */
  id: string;
  firstName: string;
  lastName: string;
  /** The address as the user entered it at registration. */
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
  /** When the data of the user last changed. A login is not a change. Null before the first change. */
  updatedTs: Date | null;
  lastLoginTs: Date | null;
}
