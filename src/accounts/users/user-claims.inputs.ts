import { z } from 'zod';
import { parseInput } from '../../platform/request/input-parser';
import { problemOfClaims } from './user-claims';

/** The claims of a user: any JSON object of at most 1 kB. */
export const userClaims = z.looseObject({}, 'must be a JSON object').superRefine((claims, ctx) => {
  const problem = problemOfClaims(claims);
  if (problem !== null) ctx.addIssue({ code: 'custom', message: problem });
});

const claimsInput = z.object({ claims: userClaims });
export const parseUserClaims = (claims: unknown) => parseInput(claimsInput, { claims }).claims;
