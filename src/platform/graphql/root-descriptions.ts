import { paragraphs } from './operation-options';

/** The descriptions of the root types of a schema. */
export interface RootDescriptions {
  query: string;
  mutation: string;
}

const asUser = 'A signed-in user sends the access token in the header `Authorization: Bearer <jwt>`.';

export const publicRoots: RootDescriptions = {
  query: paragraphs(
    'Operations that read and change nothing.',
    asUser,
    'If an operation fails, its field is null and `errors` has an entry with the path of the field. The `message` is a sentence for people. The `extensions` have the fields of `Problem`: `code`, `fields`, `retryAfter` and `limit`. With `STEP_UP_REQUIRED` they also have `stepUp`: the level `acr` and the age `maxAge` in seconds that the operation needs and, if only some help, the `methods`: `email`.',
    'Gatehouse does not execute a document that breaks a rule of the schema or a limit. The response then has only `errors`, and the HTTP status of the error code.',
  ),
  mutation: paragraphs(
    'Operations that change something.',
    asUser,
    'If an operation fails, its payload has `success: false`, and `error` has the reason. The HTTP status is 200. Some errors are in `errors` instead, as for queries:',
    '- a document or a variable that does not fit the schema,\n- an error about the caller (`UNAUTHENTICATED`, `FORBIDDEN`, `STEP_UP_REQUIRED`) of an operation that needs a signed-in user,\n- `INTERNAL`.',
  ),
};

const asSuperAdmin = 'A super admin sends the access token in the header `Authorization: Bearer <jwt>`.';

export const adminRoots: RootDescriptions = {
  query: paragraphs(
    'Operations of super admins that read and change nothing.',
    asSuperAdmin,
    'If an operation fails, its field is null and `errors` has an entry with the path of the field. With `STEP_UP_REQUIRED`, `extensions.stepUp` has the level `acr` and the age `maxAge` in seconds that the operation needs.',
  ),
  mutation: paragraphs(
    'Operations of super admins that change something.',
    asSuperAdmin,
    'If an operation fails, its payload has `success: false`, and `error` has the reason. `UNAUTHENTICATED`, `FORBIDDEN`, `STEP_UP_REQUIRED` and `INTERNAL` are in `errors` instead, and the payload is null.',
  ),
};
