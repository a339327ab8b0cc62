import { AppError, type RequiredAuthentication } from '../../platform/errors/app-error';
import type { Principal } from '../tokens/access-token';
import { isAtLeast } from '../tokens/authentication';
import { missingScope } from '../users/user-scopes';
import { apiKeyForbidden } from './closed-operations';

/** No document says one. The longest scope, and all other parts. */
const longestRequirement = 256;
/** The characters of a scope are those of RFC 6749, section 3.3, but for the separator of the parts. */
const part = /^(?:(?<acr>aal[12])|max-age=(?<age>\d{1,9})|scope=(?<scope>[!#-:<-[\]-~]+)|(?<noKeys>no-keys))$/;

/** What a proxy asks of a request. */
export interface Requirement extends Pick<RequiredAuthentication, 'acr' | 'maxAgeS'> {
  /** What an application or an API key needs. A person needs no scope. Null: none. */
  scope: string | null;
  /** Whether API keys are rejected. */
  noKeys: boolean;
}

/**
 * Parses the header `X-Gatehouse-Require`, such as `aal2; max-age=300; scope=notes:read; no-keys`: one or more of the parts, in any
 * order, each once.
 * @throws AppError `MALFORMED_REQUEST`, so that a misspelt requirement is not ignored
 */
export function parseRequirement(text: string): Requirement {
  if (text.length > longestRequirement) throw malformedRequirement();
  const parts = text.split(/[ \t]*;[ \t]*/).map((one) => part.exec(one)?.groups ?? null);
  const given = parts.flatMap((groups) => (groups ? Object.entries(groups).filter(([, value]) => value) : [['', '']]));
  const names = given.map(([name]) => name);
  if (names.includes('') || new Set(names).size < names.length) throw malformedRequirement();
  const { acr, age, scope, noKeys } = Object.fromEntries(given);
  return {
    acr: acr === 'aal1' || acr === 'aal2' ? acr : null,
    maxAgeS: age === undefined ? null : Number(age),
    scope: scope ?? null,
    noKeys: noKeys !== undefined,
  };
}

const malformedRequirement = () =>
  new AppError('MALFORMED_REQUEST', {
    msg: 'The header X-Gatehouse-Require is not well-formed. An example is: aal2; max-age=300',
  });

/**
 * Checks what a proxy asks of the caller.
 * @throws AppError `FORBIDDEN` if an application or a key lacks the scope, or keys are rejected; `STEP_UP_REQUIRED`
 */
export function requireOf(principal: Principal, { scope, noKeys, ...authentication }: Requirement, now: Date): void {
  const { key } = principal;
  if (key && noKeys) throw apiKeyForbidden();
  const scopes = scopesOf(principal);
  if (scope !== null && scopes && !scopes.includes(scope)) throw missingScope(scope);
  requireAuthentication(principal, authentication, now);
}

/** The scopes of an application or of an API key. Null: the user acts. */
export const scopesOf = ({ key, scopes }: Pick<Principal, 'key' | 'scopes'>): readonly string[] | null =>
  key ? key.scopes : scopes;

/** Whether the last proof of the user is at least this strong and recent. */
export function isAuthenticated(
  { acr, authTimeS }: Pick<Principal, 'acr' | 'authTimeS'>,
  required: RequiredAuthentication,
  now: Date,
): boolean {
  const ageS = now.getTime() / 1000 - authTimeS;
  const isStrong = required.acr === null || isAtLeast(acr, required.acr);
  const isRecent = required.maxAgeS === null || ageS <= required.maxAgeS;
  return isStrong && isRecent;
}

/** @throws AppError `STEP_UP_REQUIRED` if the last proof of the user is weaker or older */
export function requireAuthentication(
  principal: Pick<Principal, 'acr' | 'authTimeS'>,
  required: RequiredAuthentication,
  now: Date,
): void {
  if (!isAuthenticated(principal, required, now)) throw new AppError('STEP_UP_REQUIRED', { stepUp: required });
}
