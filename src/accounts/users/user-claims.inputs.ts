import { z } from 'zod';
import { parseInput } from '../../platform/request/input-parser';
import { problemOfClaims } from './user-claims';

export const claimsRule =
  'Data for the claims of access tokens: any JSON object of at most 1 kB, with at most 4 levels. The object replaces the one before; an empty object or null removes it.';

/** The claims of a user, or of an organization: any JSON object of at most 1 kB. */
export const userClaims = z.looseObject({}, 'must be a JSON object').superRefine((claims, ctx) => {
  const problem = problemOfClaims(claims);
  if (problem !== null) ctx.addIssue({ code: 'custom', message: problem });
});

const claimsInput = z.object({ claims: userClaims });
export const parseUserClaims = (claims: unknown) => parseInput(claimsInput, { claims }).claims;
