import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  Kind,
  lexicographicSortSchema,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  printSchema,
} from 'graphql';
import type { Operation } from '../operations/define-operation';
import { operationOf } from './field-operation';

/** The oldest version that has all directives of the schema, so that the most routers can read it. */
const specification = 'https://specs.apollo.dev/federation/v2.5';

/**
 * Prints the schema for a router, with the directives of `@Directive` decorators, and `@authenticated` for operations that
 * need an access token. `printSchema` of GraphQL prints no directives. The schema does not contain `_service` and
 * `_entities`, because a router adds these fields itself.
 */
export function printSubgraph(schema: GraphQLSchema): string {
  const { definitions } = parse(printSchema(lexicographicSortSchema(schema)), { noLocation: true });
  const own = definitions.filter((node) => !isOfFederation(node)).map((node) => withDirectives(node, schema));
  const applied = own.flatMap((node) => (node.kind === Kind.OBJECT_TYPE_DEFINITION ? directivesIn(node) : []));
  const names = [...new Set(applied)].filter((name) => name !== 'deprecated').sort();
  const link = `extend schema @link(url: "${specification}", import: [${names.map((name) => `"@${name}"`).join(', ')}])`;
  const text = print({ kind: Kind.DOCUMENT, definitions: own });
  // `print` also indents the empty lines of descriptions.
  return `${link}\n\n${text.replaceAll(/^ +$/gm, '')}\n`;
}

/** Federation reserves the names that begin with one underscore. */
const isOfFederation = (node: DefinitionNode): boolean =>
  'name' in node && node.name !== undefined && node.name.value.startsWith('_');

function withDirectives(node: DefinitionNode, schema: GraphQLSchema): DefinitionNode {
  const type = node.kind === Kind.OBJECT_TYPE_DEFINITION && schema.getType(node.name.value);
  return isObjectType(type) && node.kind === Kind.OBJECT_TYPE_DEFINITION ? ofObject(node, type) : node;
}

function ofObject(node: ObjectTypeDefinitionNode, type: GraphQLObjectType): ObjectTypeDefinitionNode {
  const fields = (node.fields ?? []).filter(({ name }) => !name.value.startsWith('_'));
  return {
    ...node,
    directives: type.astNode?.directives ?? [],
    fields: fields.map((field) => {
      const declared = type.getFields()[field.name.value];
      const directives = [...(field.directives ?? []), ...(declared?.astNode?.directives ?? [])];
      return {
        ...field,
        directives: declared && needsAccessToken(declared) ? [...directives, authenticated] : directives,
      };
    }),
  };
}

/** Of a root field. Other fields have no operation. */
function needsAccessToken(field: GraphQLField<unknown, unknown>): boolean {
  const operation: Operation | undefined = operationOf(field);
  return operation?.caller === 'user' && !operation.orBy;
}

const authenticated: ConstDirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: 'authenticated' },
};

function directivesIn({ directives = [], fields = [] }: ObjectTypeDefinitionNode): string[] {
  const all: readonly ConstDirectiveNode[] = [...directives, ...fields.flatMap((field) => field.directives ?? [])];
  return all.map(({ name }) => name.value);
}
