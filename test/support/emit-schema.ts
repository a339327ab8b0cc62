import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { printSubgraph } from '../../src/platform/graphql/print-subgraph';
import { adminSchemaOf, printSorted, publicSchemaOf } from '../../src/printed-schemas';

/** The text of each committed schema, by its path from the root of the project. A review shows changes of the API. */
export const printedSchemas: Readonly<Record<string, () => string>> = {
  'schema.graphql': () => printSorted(publicSchemaOf()),
  'admin.graphql': () => printSorted(adminSchemaOf()),
  'test/federation/subgraph.graphql': () => printSubgraph(publicSchemaOf()),
};

if (require.main === module) {
  for (const [file, print] of Object.entries(printedSchemas)) {
    writeFileSync(path.join(__dirname, '../..', file), print());
  }
}
