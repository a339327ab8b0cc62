/** A company or a team of users. */
export interface Organization {
  /** A UUIDv7. */
  id: string;
  /** Never changes. */
  slug: string;
  name: string;
  createdTs: Date;
  /** Null if it is enabled. */
  disabledTs: Date | null;
}

/** The same, with what the operator stores about the organization. */
export interface OrganizationWithClaims extends Organization {
  /** A JSON object. */
  claims: Readonly<Record<string, unknown>>;
}

/** An organization as super admins see it. */
export interface ManagedOrganization extends OrganizationWithClaims {
  memberCount: number;
}

export interface Member {
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  /** 1 to 5 names, sorted. */
  roles: readonly string[];
  createdTs: Date;
}

/** An organization of a user, and the roles of the user in it. */
export interface Membership {
  organization: Organization;
  /** 1 to 5 names, sorted. */
  roles: readonly string[];
  createdTs: Date;
}

/** What an access token says about the organization in whose name it was issued. */
export interface OrganizationOfToken {
  id: string;
  slug: string;
  /** Those of the user in the organization when the token was issued. A token with roles from before a change is rejected. */
  roles: readonly string[];
  /** The revision of the organization. A token with a lower one than that of its last disabling is rejected. */
  revision: number;
}

/** The same, with what the operator stores about the organization, for TOKEN_CLAIMS. */
export interface OrganizationClaims extends OrganizationOfToken {
  /** A JSON object. */
  claims: Readonly<Record<string, unknown>>;
}

/** The disabling, the deletion, or a change of the claims, of an organization. */
export interface OrganizationRevocation {
  organizationId: string;
  /** Access tokens with a lower revision of the organization are rejected. */
  revision: number;
}

/** May do everything in the organization. Each has at least one. */
export const ownerRole = 'owner';
/** May change the name, invite people, and change the members who are not owners. */
const adminRole = 'admin';

export const isOwner = (roles: readonly string[]): boolean => roles.includes(ownerRole);
/** Whether a member with the roles `own` may give somebody these roles, or take them away: only owners make and change owners. */
export const mayAssign = (own: readonly string[], roles: readonly string[]): boolean => isOwner(own) || !isOwner(roles);
export const mayManage = (roles: readonly string[]): boolean => isOwner(roles) || roles.includes(adminRole);

/** Whether a member changes somebody with these roles. */
export const mayChange = ({ organization, roles }: Membership, those: readonly string[]): boolean =>
  organization.disabledTs === null && mayManage(roles) && mayAssign(roles, those);

/** No document says these: bounds of what a person can make others store. */
export const mostRolesOfMember = 5;
export const mostMembers = 10_000;
export const mostOrganizationsOfUser = 50;
export const mostCreatedByUser = 10;
export const mostOpenInvitations = 200;

export const longestSlug = 40;
/** 2 to 40 of a-z, 0-9 and "-", a letter first: a label of a host name (RFC 1123, section 2.1), if it does not end with "-". */
const slugForm = /^[a-z][a-z0-9-]{0,38}[a-z0-9]$/;
export const isSlug = (text: unknown): text is string => typeof text === 'string' && slugForm.test(text);
