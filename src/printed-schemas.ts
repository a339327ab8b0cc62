import 'reflect-metadata';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import type { UserFields } from './accounts/users/user-fields';
import { createAdminSchema } from './admin-schema';
import { createSchema } from './apis';
import type { AdminServices } from './compose/administration';
import type { Services } from './compose/services';

/** The schemas without services: whoever prints one calls no resolver. Without `fields`, they are those of every installation. */
export const publicSchemaOf = (fields?: UserFields): GraphQLSchema =>
  createSchema({ ...(fields && { userFields: { fields } }) } as Services);

export const adminSchemaOf = (fields?: UserFields): GraphQLSchema =>
  createAdminSchema({ ...(fields && { userFields: fields }) } as AdminServices);

export const printSorted = (schema: GraphQLSchema): string => `${printSchema(lexicographicSortSchema(schema))}\n`;
