/** The account of a person. The password hash is not part of it, so that no response can contain the hash. */
export interface User {
  /** A UUIDv7. */
  id: string;
  firstName: string;
  lastName: string;
  /** The address as the user entered it at registration. */
  email: string;
  isSuperAdmin: boolean;
  /** The names of the roles, sorted. Services interpret them: Gatehouse does not. */
  roles: string[];
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

const setByAdmins = 'Null after a registration. Super admins and imports set it.';

/** The meaning of each field, for the descriptions of both APIs. */
export const userDescriptions: Readonly<Record<keyof User, string>> = {
  id: 'The id of the user, a UUID. The id never changes. It is also the `sub` of the access tokens.',
  firstName: 'The first name.',
  lastName: 'The last name.',
  email: 'The e-mail address as it was entered, without white space around it.',
  isSuperAdmin:
    'Whether the user is a super admin, who may use the administration API. False after a registration. An operator makes the first super admin on the command line.',
  roles:
    'The names of the roles of the user, sorted, at most 20. Your own services decide what a role permits: Gatehouse only stores it. Empty after a registration. Operators, super admins and the hook of registrations set the roles.',
  disabled: 'Whether the account is disabled. A disabled account cannot sign in, and its sessions have ended.',
  emailVerified:
    'Whether the e-mail address was verified. False after a registration. True after the link or the code of a mail was used, or a super admin has verified the address.',
  telVerified:
    'Whether the phone number was verified. False after a registration, and after a change of the number. An import and a super admin can set it to true.',
  tel: 'The phone number, exactly as it was sent. Null if the user has none.',
  company: `The company of the user. ${setByAdmins}`,
  companyIdNumber: `The identification number of the company. ${setByAdmins}`,
  companyIdUrl: `The identification URL of the company. ${setByAdmins}`,
  createdTs: 'The time of the registration.',
  updatedTs: 'The time of the last change to the account. Null if there was no change. A login is not a change.',
  lastLoginTs:
    'The time of the last login. The response to a login has the time of the previous login here. Null if there was no such login.',
};
