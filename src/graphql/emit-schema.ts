import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { createSchema, type SchemaServices } from './schema';

/** The schema as it is committed: its diff is the review of the API. */
export function printedSchema(): string {
  // Printing a schema calls no resolver, so no services are needed.
  const noServices = {} as SchemaServices;
  return `${printSchema(lexicographicSortSchema(createSchema(noServices)))}\n`;
}

if (require.main === module) writeFileSync(path.join(__dirname, '../../schema.graphql'), printedSchema());
