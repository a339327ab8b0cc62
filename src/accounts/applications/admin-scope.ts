import { type Machine, scopeOfMachine } from '../../platform/operations/define-operation';
import { isOwnService, type OAuthClient } from './oauth-client';

/** A scope with which a service uses the administration API. Neither includes the other. */
export type AdminScope = ReturnType<typeof scopeOfMachine>;

export const adminScopes: readonly AdminScope[] = (['read', 'users'] satisfies Machine[]).map(scopeOfMachine);

export const isAdminScope = (name: string): boolean => adminScopes.some((scope) => scope === name);

/** Whether a token with these scopes, which the client gets for itself, is for the administration. */
export const isForAdministration = (
  client: Pick<OAuthClient, 'kind' | 'firstParty'>,
  scopes: readonly string[],
): boolean => isOwnService(client) && scopes.some(isAdminScope);

/** Whether the client, as it is now, may use the administration with this scope. */
export const administers = (
  client: Pick<OAuthClient, 'kind' | 'firstParty' | 'disabledTs' | 'scopes'>,
  scope: AdminScope,
): boolean => isOwnService(client) && client.disabledTs === null && client.scopes.includes(scope);
