import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { createAdminSchema } from '../../src/admin-schema';
import { createSchema } from '../../src/apis';
import type { Services } from '../../src/compose';
import type { AdminServices } from '../../src/features/administration/administration.module';
import { printSubgraph } from '../../src/platform/graphql/print-subgraph';

// The services are not needed, because printing a schema calls no resolver.
const noServices = {} as Services;
const noAdminServices = {} as AdminServices;

/** The text of each committed schema, by its path from the root of the project. A review shows changes of the API. */
export const printedSchemas: Readonly<Record<string, () => string>> = {
  'schema.graphql': () => `${printSchema(lexicographicSortSchema(createSchema(noServices)))}\n`,
  'admin.graphql': () => `${printSchema(lexicographicSortSchema(createAdminSchema(noAdminServices)))}\n`,
  'test/federation/subgraph.graphql': () => printSubgraph(createSchema(noServices)),
};

if (require.main === module) {
  for (const [file, print] of Object.entries(printedSchemas)) {
    writeFileSync(path.join(__dirname, '../..', file), print());
  }
}
