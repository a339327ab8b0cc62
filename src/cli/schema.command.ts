import type { Command } from 'commander';
import { openUserFields } from '../accounts/users/user-fields-file';
import type { CommandContext } from './command-context';

interface SchemaOptions {
  admin?: boolean;
  subgraph?: boolean;
  json?: boolean;
}

export function registerSchemaCommand(program: Command, { config, terminal }: CommandContext): void {
  program
    .command('schema')
    .description('print the GraphQL schema of this installation, with the fields of USER_FIELDS')
    .option('--admin', 'the schema of the administration')
    .option('--subgraph', 'with the directives that a router needs')
    .option('--json', 'print JSON, the result of an introspection')
    .action(({ admin, subgraph, json }: SchemaOptions) => {
      // Only this command needs them, so no other command waits until they are loaded.
      const { adminSchemaOf, printSorted, publicSchemaOf } =
        require('../printed-schemas') as typeof import('../printed-schemas.js');
      const { printSubgraph } =
        require('../platform/graphql/print-subgraph') as typeof import('../platform/graphql/print-subgraph.js');
      const { introspectionFromSchema } = require('graphql') as typeof import('graphql');
      const fields = openUserFields(config().userFields);
      const schema = admin ? adminSchemaOf(fields) : publicSchemaOf(fields);
      const text = subgraph && !admin ? printSubgraph(schema) : printSorted(schema);
      terminal.print(json, introspectionFromSchema(schema), text.trimEnd().split('\n'));
    });
}
