/** A person's account. It does not contain the password hash, which a separate method of the store reads. */
export interface User {
  /** UUIDv7. */
  id: string;
  firstName: string;
  lastName: string;
  /** As entered at registration. */
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
