import { AppError, type FieldProblem } from '../../platform/errors/app-error';
import { adminScopes, isAdminScope } from './admin-scope';
import { type ClientFields, type ClientKind, isOwnService, type OAuthClient } from './oauth-client';
import type { ClientUpdate } from './oauth-client.store';

/** What the rules of clients need to know of the installation. */
export interface ClientRuleSettings {
  /** Whether people can sign in on pages. */
  hasPages: boolean;
  /** The audiences of tokens that open the APIs of Gatehouse. */
  ownAudiences: readonly string[];
  /** That of the administration, which no client has as its own. */
  adminAudience: string;
  /** What a client for people can ask for, unless an operator says otherwise. */
  scopes: readonly string[];
}

/**
 * The rules that depend on several fields, which each have the right form.
 * @throws AppError `VALIDATION_FAILED`
 */
export function checkClient(kind: ClientKind, client: ClientFields, settings: ClientRuleSettings): void {
  const problems = [
    uriProblem('redirectUris', kind, client.redirectUris, settings),
    kind !== 'service' && client.redirectUris.length === 0 && !client.deviceGrant
      ? at('redirectUris', 'must have at least one URI')
      : null,
    uriProblem('postLogoutRedirectUris', kind, client.postLogoutRedirectUris, settings),
    uriProblem('backchannelLogoutUri', kind, client.backchannelLogoutUri ?? [], settings),
    !client.firstParty && client.audience !== null && settings.ownAudiences.includes(client.audience)
      ? at('audience', 'must not be JWT_AUDIENCE or PUBLIC_URL for a third party: its tokens would open these APIs')
      : null,
    client.audience === settings.adminAudience
      ? at('audience', `must not be that of the administration: ask for a token with ${either(adminScopes)}`)
      : null,
    !isOwnService({ kind, firstParty: client.firstParty }) && client.scopes.some(isAdminScope)
      ? at('scopes', `can have ${either(adminScopes)} only for your own client of the kind service`)
      : null,
    kind !== 'web' && !client.pkceRequired
      ? at('pkceRequired', 'can be false only for a client of the kind web')
      : null,
    client.deviceGrant ? deviceProblem(kind, client, settings) : null,
  ].filter((problem) => problem !== null);
  const fields = problems.filter(({ field }, i) => problems.findIndex((other) => other.field === field) === i);
  if (fields.length > 0) throw new AppError('VALIDATION_FAILED', { fields });
}

function uriProblem(
  field: string,
  kind: ClientKind,
  uris: readonly string[] | string,
  { hasPages }: ClientRuleSettings,
): FieldProblem | null {
  if (uris.length === 0) return null;
  if (kind === 'service') return at(field, 'must be empty: nobody signs in to a service');
  if (!hasPages) return at(field, 'needs the pages, on which people sign in: PAGES is off');
  return null;
}

/** The page for it says that the program is the operator's own, and a secret in a program on devices is none. */
function deviceProblem(
  kind: ClientKind,
  { firstParty }: ClientFields,
  { hasPages }: ClientRuleSettings,
): FieldProblem | null {
  if (kind !== 'public' || !firstParty)
    return at('deviceGrant', 'can be true only for your own client of the kind public');
  return hasPages ? null : at('deviceGrant', 'needs the pages, on which people type the code: PAGES is off');
}

const either = (names: readonly string[]): string => names.join(' or ');

const at = (field: string, msg: string): FieldProblem => ({ field, msg });

type Takes = (before: ClientUpdate, after: ClientUpdate) => boolean;

/** When a change of a field takes a right that the sessions of the client, and their tokens, have. Null: never. */
const taking: Readonly<Record<keyof ClientUpdate, Takes | null>> = {
  name: null,
  // Whoever has the removed address may have got tokens there.
  redirectUris: (before, after) => lacks(after.redirectUris, before.redirectUris),
  postLogoutRedirectUris: null,
  backchannelLogoutUri: null,
  scopes: (before, after) => lacks(after.scopes, before.scopes),
  audience: (before, after) => before.audience !== after.audience,
  firstParty: (before, after) => before.firstParty && !after.firstParty,
  pkceRequired: null,
  deviceGrant: (before, after) => before.deviceGrant && !after.deviceGrant,
  idTokenAlg: null,
  logoUri: null,
  policyUri: null,
  tosUri: null,
  disabledTs: (before, after) => before.disabledTs === null && after.disabledTs !== null,
};

const lacks = (after: readonly string[], before: readonly string[]): boolean =>
  before.some((one) => !after.includes(one));

/** Whether a change takes rights from the client. Then its sessions end: their tokens would keep these rights. */
export const takesRights: Takes = (before, after) => Object.values(taking).some((takes) => takes?.(before, after));

interface TokenRights {
  audience: string;
  scopes: readonly string[];
}

/** Whether the client can have this token, with what it may ask for now. */
export const canHave = (
  { disabledTs }: Pick<OAuthClient, 'disabledTs'>,
  now: TokenRights,
  token: TokenRights,
): boolean => disabledTs === null && token.audience === now.audience && !lacks(now.scopes, token.scopes);
