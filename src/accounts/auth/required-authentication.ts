import { AppError, type RequiredAuthentication } from '../../platform/errors/app-error';
import type { Principal } from '../tokens/access-token';
import { isAtLeast } from '../tokens/authentication';

const longestRequirement = 64;
/** For example `aal2; max-age=300`, or one of the two parts. */
const requirement = /^(?:(aal[12])(?:[ \t]*;[ \t]*max-age=(\d{1,9}))?|max-age=(\d{1,9}))$/;

/**
 * Parses the header `X-Gatehouse-Require`, with which a proxy asks for a strong or recent authentication.
 * @throws AppError `MALFORMED_REQUEST`, so that a misspelt requirement is not ignored
 */
export function parseRequirement(text: string): RequiredAuthentication {
  const parsed = text.length <= longestRequirement ? requirement.exec(text) : null;
  if (!parsed) throw new AppError('MALFORMED_REQUEST', { msg: malformed });
  const [, acr, withAcr, alone] = parsed;
  const maxAge = withAcr ?? alone;
  return { acr: acr === 'aal1' || acr === 'aal2' ? acr : null, maxAgeS: maxAge === undefined ? null : Number(maxAge) };
}

const malformed = 'The header X-Gatehouse-Require is not well-formed. An example is: aal2; max-age=300';

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
