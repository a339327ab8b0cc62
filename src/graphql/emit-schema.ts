import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import type { AdminServices } from '../wiring/administration.module';
import { createAdminSchema } from './admin-schema';
import { printSubgraph } from './print-subgraph';
import { createSchema, type SchemaServices } from './schema';

// The services are not needed, because printing a schema calls no resolver.
const noServices = {} as SchemaServices;
const noAdminServices = {} as AdminServices;

/** The text of each committed schema, by its path from the root of the project. A review shows changes of the API. */
export const printedSchemas: Readonly<Record<string, () => string>> = {
  'schema.graphql': () => `${printSchema(lexicographicSortSchema(createSchema(noServices)))}\n`,
  'admin.graphql': () => `${printSchema(lexicographicSortSchema(createAdminSchema(noAdminServices)))}\n`,
  'docs/reference/subgraph.graphql': () => printSubgraph(createSchema(noServices)),
};

if (require.main === module) {
  for (const [file, print] of Object.entries(printedSchemas)) {
    writeFileSync(path.join(__dirname, '../..', file), print());
  }
}
