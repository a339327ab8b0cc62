import { z } from 'zod';

/** The maximum number of representations in one request. All are looked up with one statement. */
export const mostRepresentations = 200;

export const tooManyRepresentations = `must have at most ${mostRepresentations} entries in one request`;

const notUsers = 'must be a list of objects, each with the __typename "User" and a string as the id';

/** A list that is too long is not checked further. Other fields of a representation are ignored. */
export const entitiesInput = z.object({
  representations: z
    .array(z.unknown(), notUsers)
    .max(mostRepresentations, { error: tooManyRepresentations, abort: true })
    .pipe(z.array(z.object({ __typename: z.literal('User', notUsers), id: z.string(notUsers) }, notUsers))),
});
