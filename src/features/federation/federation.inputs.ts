import { z } from 'zod';

/** The maximum number of representations in one request. All of a type are looked up with one statement. */
export const mostRepresentations = 200;

export const tooManyRepresentations = `must have at most ${mostRepresentations} entries in one request`;

const entityTypes = ['User', 'Organization'] as const;
const notEntities =
  'must be a list of objects, each with the __typename "User" or "Organization" and a string as the id';

/** A list that is too long is not checked further. Other fields of a representation are ignored. */
export const entitiesInput = z.object({
  representations: z
    .array(z.unknown(), notEntities)
    .max(mostRepresentations, { error: tooManyRepresentations, abort: true })
    .pipe(z.array(z.object({ __typename: z.enum(entityTypes, notEntities), id: z.string(notEntities) }, notEntities))),
});
