// Made from the routes of the REST API by `npm run codegen`.
import type { Method } from './http.js';
import type { ApiKey, ConnectedApp, Identity, Invitation, Member, Membership, Organization, Passkey, Session, User } from './records.js';
import type { OwnFields, Result } from './types.js';

/** The method, the path below `/auth`, whether anyone can call the operation, and what its result is called. */
export type Route = readonly [method: Method, path: string, caller?: 'anyone' | '', as?: string];

export const routes: Readonly<Record<keyof Operations, Route>> = {
  factors: ['GET', '/factors'],
  enrollTotp: ['POST', '/totp'],
  confirmTotp: ['POST', '/totp/confirm'],
  removeTotp: ['DELETE', '/totp'],
  regenerateRecoveryCodes: ['POST', '/recovery-codes'],
  setTwoStep: ['PUT', '/two-step'],
  loginProviders: ['GET', '/providers', 'anyone'],
  identities: ['GET', '/identities'],
  unlinkIdentity: ['DELETE', '/identities/{id}'],
  connectedApps: ['GET', '/apps'],
  disconnectApp: ['DELETE', '/apps/{clientId}'],
  protectedResources: ['GET', '/resources', 'anyone'],
  renamePasskey: ['PATCH', '/passkeys/{id}', '', 'passkey'],
  removePasskey: ['DELETE', '/passkeys/{id}'],
  apiKeys: ['GET', '/keys'],
  createApiKey: ['POST', '/keys'],
  deleteApiKey: ['DELETE', '/keys/{id}'],
  exchangeApiKey: ['POST', '/keys/token', 'anyone'],
  organizations: ['GET', '/organizations'],
  organization: ['GET', '/organizations/{id}', '', 'organization'],
  organizationMembers: ['GET', '/organizations/{id}/members'],
  createOrganization: ['POST', '/organizations', '', 'organization'],
  updateOrganization: ['PATCH', '/organizations/{id}', '', 'organization'],
  deleteOrganization: ['DELETE', '/organizations/{id}'],
  setMember: ['PUT', '/organizations/{organizationId}/members/{userId}'],
  createOrganizationToken: ['POST', '/organizations/{id}/token'],
  inviteMember: ['POST', '/organizations/{organizationId}/invitations', '', 'invitation'],
  withdrawInvitation: ['DELETE', '/organizations/{organizationId}/invitations/{invitationId}'],
  acceptInvitation: ['POST', '/organizations/accept', '', 'organization'],
  registerByInvitation: ['POST', '/organizations/register', 'anyone', 'user'],
  sessions: ['GET', '/sessions'],
  revokeSession: ['DELETE', '/sessions/{id}'],
  sendEmailVerification: ['POST', '/email/verification', 'anyone'],
  confirmEmail: ['POST', '/email/verification/confirm', 'anyone', 'user'],
  requestPasswordReset: ['POST', '/password/forgot', 'anyone'],
  resetPassword: ['POST', '/password/reset', 'anyone'],
  changePassword: ['POST', '/password'],
  changeEmail: ['POST', '/email'],
  emailChange: ['GET', '/email'],
  cancelEmailChange: ['DELETE', '/email'],
  confirmEmailChange: ['POST', '/email/confirm', 'anyone'],
  undoEmailChange: ['POST', '/email/undo', 'anyone'],
  sendTelVerification: ['POST', '/tel/verification'],
  confirmTel: ['POST', '/tel/verification/confirm', '', 'user'],
  fields: ['GET', '/fields'],
  updateFields: ['PATCH', '/fields'],
  updateProfile: ['PATCH', '/me', '', 'user'],
  exportMyData: ['GET', '/export', '', 'data'],
  deleteAccount: ['DELETE', '/me'],
  cancelDeletion: ['POST', '/me/restore', 'anyone'],
};

export interface Operations {
  /** Read the second factors of the user: `GET /auth/factors`. */
  factors(): Promise<Result<{ twoStep: boolean; totp: boolean; passkeys: Passkey[]; recoveryCodes: number }>>;
  /** Get a secret for an authenticator app: `POST /auth/totp`. */
  enrollTotp(input?: { currentPassword?: string | null; token?: string | null }): Promise<Result<{ secret: string; uri: string }>>;
  /** Make an authenticator app a second factor: `POST /auth/totp/confirm`. */
  confirmTotp(input: { code: string }): Promise<Result<{ recoveryCodes: string[] }>>;
  /** Remove the authenticator app: `DELETE /auth/totp`. */
  removeTotp(): Promise<Result>;
  /** Create new recovery codes: `POST /auth/recovery-codes`. */
  regenerateRecoveryCodes(): Promise<Result<{ recoveryCodes: string[] }>>;
  /** Switch two-step sign-in on or off: `PUT /auth/two-step`. */
  setTwoStep(input: { enabled: boolean }): Promise<Result<{ recoveryCodes: string[] }>>;
  /** List the providers to sign in with: `GET /auth/providers`. */
  loginProviders(): Promise<Result<{ providers: { id: string; label: string; acceptsIdToken: boolean }[] }>>;
  /** List the accounts at providers of the user: `GET /auth/identities`. */
  identities(): Promise<Result<{ identities: Identity[] }>>;
  /** Disconnect an account at a provider: `DELETE /auth/identities/{id}`. */
  unlinkIdentity(input: { id: string }): Promise<Result>;
  /** List the applications of the user: `GET /auth/apps`. */
  connectedApps(): Promise<Result<{ apps: ConnectedApp[] }>>;
  /** Disconnect an application: `DELETE /auth/apps/{client_id}`. */
  disconnectApp(input: { clientId: string }): Promise<Result>;
  /** List the APIs for which applications get tokens: `GET /auth/resources`. */
  protectedResources(): Promise<Result<{ resources: { id: string; name: string; scopes: { name: string; text: string }[] }[] }>>;
  /** Rename a passkey: `PATCH /auth/passkeys/{id}`. */
  renamePasskey(input: { id: string; name: string }): Promise<Result<{ passkey: Passkey }>>;
  /** Remove a passkey: `DELETE /auth/passkeys/{id}`. */
  removePasskey(input: { id: string }): Promise<Result>;
  /** List the API keys of the user: `GET /auth/keys`. */
  apiKeys(): Promise<Result<{ apiKeys: ApiKey[] }>>;
  /** Create an API key: `POST /auth/keys`. */
  createApiKey(input: { name: string; days?: number | null; resource?: string | null; scopes?: string[] | null; roles?: string[] | null; organizationId?: string | null; currentPassword?: string | null }): Promise<Result<{ apiKey: ApiKey; key: string }>>;
  /** Delete an API key: `DELETE /auth/keys/{id}`. */
  deleteApiKey(input: { id: string }): Promise<Result>;
  /** Exchange an API key for an access token: `POST /auth/keys/token`. */
  exchangeApiKey(input: { key: string }): Promise<Result<{ jwt: string; expiresIn: number }>>;
  /** List the organizations of the user: `GET /auth/organizations`. */
  organizations(): Promise<Result<{ organizations: Membership[] }>>;
  /** Get an organization of the user: `GET /auth/organizations/{id}`. */
  organization(input: { id: string }): Promise<Result<{ organization: Organization }>>;
  /** List the members of an organization: `GET /auth/organizations/{id}/members`. */
  organizationMembers(input: { id: string; first?: number | null; after?: string | null }): Promise<Result<{ members: Member[]; next: string | null }>>;
  /** Create an organization: `POST /auth/organizations`. */
  createOrganization(input: { name: string; slug?: string | null }): Promise<Result<{ organization: Organization }>>;
  /** Change the name of an organization: `PATCH /auth/organizations/{id}`. */
  updateOrganization(input: { id: string; name: string }): Promise<Result<{ organization: Organization }>>;
  /** Delete an organization: `DELETE /auth/organizations/{id}`. */
  deleteOrganization(input: { id: string; currentPassword?: string | null }): Promise<Result>;
  /** Change or remove a member of an organization: `PUT /auth/organizations/{organization_id}/members/{user_id}`. */
  setMember(input: { organizationId: string; userId: string; roles: string[] }): Promise<Result>;
  /** Get an access token for an organization: `POST /auth/organizations/{id}/token`. */
  createOrganizationToken(input: { id: string }): Promise<Result<{ jwt: string; expiresIn: number; roles: string[] }>>;
  /** Invite a person to an organization: `POST /auth/organizations/{organization_id}/invitations`. */
  inviteMember(input: { organizationId: string; email: string; roles: string[] }): Promise<Result<{ invitation: Invitation }>>;
  /** Withdraw an invitation: `DELETE /auth/organizations/{organization_id}/invitations/{invitation_id}`. */
  withdrawInvitation(input: { organizationId: string; invitationId: string }): Promise<Result>;
  /** Accept an invitation: `POST /auth/organizations/accept`. */
  acceptInvitation(input: { token: string }): Promise<Result<{ organization: Organization }>>;
  /** Register by an invitation: `POST /auth/organizations/register`. */
  registerByInvitation(input: { token: string; firstName: string; lastName: string; password: string }): Promise<Result<{ user: User }>>;
  /** List the sessions of the user: `GET /auth/sessions`. */
  sessions(input?: { first?: number | null; after?: string | null }): Promise<Result<{ sessions: Session[]; next: string | null }>>;
  /** End one session of the user: `DELETE /auth/sessions/{id}`. */
  revokeSession(input: { id: string }): Promise<Result>;
  /** Send the e-mail that verifies an address again: `POST /auth/email/verification`. */
  sendEmailVerification(input: { email: string }): Promise<Result>;
  /** Verify an e-mail address: `POST /auth/email/verification/confirm`. */
  confirmEmail(input?: { token?: string | null; email?: string | null; code?: string | null; password?: string | null }): Promise<Result<{ user: User }>>;
  /** Send an e-mail to reset the password: `POST /auth/password/forgot`. */
  requestPasswordReset(input: { email: string; challenge?: string | null }): Promise<Result>;
  /** Set a new password with a token or a code: `POST /auth/password/reset`. */
  resetPassword(input: { token?: string | null; email?: string | null; code?: string | null; password: string }): Promise<Result<{ ended: number }>>;
  /** Change the password: `POST /auth/password`. */
  changePassword(input: { currentPassword: string; password: string; sessions?: 'current' | 'others' | 'all'; keys?: boolean | null }): Promise<Result<{ ended: number }>>;
  /** Ask for another e-mail address: `POST /auth/email`. */
  changeEmail(input: { email: string; currentPassword?: string | null }): Promise<Result>;
  /** Get the change of the e-mail address that waits: `GET /auth/email`. */
  emailChange(): Promise<Result<{ emailChange: { email: string; confirmed: boolean; needsApproval: boolean; approved: boolean; createdTs: string; expiresTs: string } | null }>>;
  /** Cancel the change of the e-mail address that waits: `DELETE /auth/email`. */
  cancelEmailChange(): Promise<Result>;
  /** Confirm a change of the e-mail address: `POST /auth/email/confirm`. */
  confirmEmailChange(input?: { token?: string | null; email?: string | null; code?: string | null }): Promise<Result>;
  /** Restore the old e-mail address: `POST /auth/email/undo`. */
  undoEmailChange(input: { token: string }): Promise<Result>;
  /** Send a code to a phone number: `POST /auth/tel/verification`. */
  sendTelVerification(input?: { tel?: string | null; challenge?: string | null }): Promise<Result<{ tel: string; expiresIn: number }>>;
  /** Confirm a phone number: `POST /auth/tel/verification/confirm`. */
  confirmTel(input: { code: string }): Promise<Result<{ user: User }>>;
  /** Get the fields of the current user: `GET /auth/fields`. */
  fields(): Promise<Result<{ fields: OwnFields }>>;
  /** Change the fields of the current user: `PATCH /auth/fields`. */
  updateFields(input: { fields: OwnFields }): Promise<Result<{ fields: OwnFields }>>;
  /** Change names, phone number and language: `PATCH /auth/me`. */
  updateProfile(input?: { firstName?: string; lastName?: string; tel?: string | null; locale?: 'en' | 'de' | 'fr' | 'es' | null; fields?: OwnFields }): Promise<Result<{ user: User }>>;
  /** Download the data of the user: `GET /auth/export`. */
  exportMyData(): Promise<Result<{ data: Record<string, unknown[]> }>>;
  /** Delete the account: `DELETE /auth/me`. */
  deleteAccount(input?: { currentPassword?: string | null }): Promise<Result<{ erasureTs: string }>>;
  /** Restore a deleted account: `POST /auth/me/restore`. */
  cancelDeletion(input: { token: string }): Promise<Result>;
}
