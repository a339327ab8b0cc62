import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type GraphQLOutputType, getNamedType, parse, print } from 'graphql';
import { capitalized } from '../../src/platform/runtime/camel-case';
import { documentOf, publicRootFields, selectedFieldsOf } from './graphql-documents';

/** Writes a document for each operation of people, from which `npm run codegen` makes the typed ones of the client package. */

/** The names of the operations that return a type. */
const usersOf = new Map<string, Set<string>>();

function note(type: GraphQLOutputType, operation: string): void {
  const { name } = getNamedType(type);
  const users = usersOf.get(name) ?? new Set();
  usersOf.set(name, users.add(operation));
  for (const field of selectedFieldsOf(type)) note(field.type, operation);
}
for (const { field } of publicRootFields) note(field.type, field.name);

/** What several operations return is a fragment, so that an application has one type for it: `User`, but not `LoginPayload`. */
const isShared = (type: string) => (usersOf.get(type)?.size ?? 0) > 1 && !/Payload$|Result$|^FieldProblem$/.test(type);

/** `LoginChallenge` is `ChallengeFields`, so `Challenge` is `BotChallengeFields`. `IdentityLink` is `LinkFields`. */
const fragmentOf = (type: string) =>
  type === 'Challenge' ? 'BotChallengeFields' : `${type.replace(/^(?:Login|Identity)(?=[A-Z])/, '')}Fields`;

const fragments = new Map<string, string>();

function fieldsOf(type: GraphQLOutputType): string {
  const fields = selectedFieldsOf(type).map((field) => field.name + selectionOf(field.type));
  return fields.length > 0 ? ` { ${fields.join(' ')} }` : '';
}

function selectionOf(type: GraphQLOutputType): string {
  const { name } = getNamedType(type);
  const fields = fieldsOf(type);
  if (fields === '' || !isShared(name)) return fields;
  fragments.set(name, `fragment ${fragmentOf(name)} on ${name}${fields}`);
  return ` { ...${fragmentOf(name)} }`;
}

const documents = publicRootFields.map((root) => documentOf(root, capitalized(root.field.name), selectionOf));
const text = print(parse([...fragments.values(), ...documents].join('\n')));
writeFileSync(
  path.join(__dirname, '../../src/client/documents/operations.graphql'),
  `# Made from the schema by \`npm run codegen\`.\n\n${text}\n`,
);
