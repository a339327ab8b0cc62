import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { createSchema, type SchemaServices } from './schema';

/** The text of `schema.graphql`. The file is committed, so that a review shows changes of the API. */
export function printedSchema(): string {
  // The services are not needed, because printing a schema calls no resolver.
  const noServices = {} as SchemaServices;
  return `${printSchema(lexicographicSortSchema(createSchema(noServices)))}\n`;
}

if (require.main === module) writeFileSync(path.join(__dirname, '../../schema.graphql'), printedSchema());
