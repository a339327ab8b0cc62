import { composeServices } from '@theguild/federation-composition';
import { Kind, parse, print, visit } from 'graphql';
import { printedSchemas } from '../support/emit-schema';

const gatehouse = printedSchemas['test/federation/subgraph.graphql']?.() ?? '';

/** Composes Gatehouse with another subgraph. */
function compose(other: string) {
  const { errors, supergraphSdl } = composeServices([
    { name: 'gatehouse', url: 'http://gatehouse.example', typeDefs: parse(gatehouse) },
    { name: 'other', url: 'http://other.example', typeDefs: parse(`${link} ${other}`) },
  ]);
  return { errors: (errors ?? []).map(({ message }) => message), supergraphSdl };
}

const link =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.5", import: ["@key", "@shareable", "@external", "@requires"])';
const adds = (to: string, field: string) => ({ to, field });

test.each([
  ['a field', 'type User @key(fields: "id") { id: ID! reviews: [String!]! }', adds('User', 'reviews')],
  [
    'with the old syntax',
    'extend type User @key(fields: "id") { id: ID! @external reviews: [String!]! }',
    adds('User', 'reviews'),
  ],
  [
    'a field that needs the name',
    'type User @key(fields: "id") { id: ID! firstName: String! @external greeting: String! @requires(fields: "firstName") }',
    adds('User', 'greeting'),
  ],
  [
    'a reference',
    'type Query { reviews: [Review!]! } type Review { author: User } type User @key(fields: "id", resolvable: false) { id: ID! }',
    adds('Review', 'author'),
  ],
  [
    'pages of its own',
    'type Query { reviews: ReviewConnection } type ReviewConnection { pageInfo: PageInfo! } type PageInfo @shareable { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }',
    adds('Query', 'reviews'),
  ],
  ['the same scalar', 'scalar DateTime type Query { now: DateTime! }', adds('Query', 'now')],
])('another subgraph can have %s', (_name, other, { to, field }) => {
  const { errors, supergraphSdl = '' } = compose(other);
  expect(errors).toEqual([]);
  const { definitions } = parse(supergraphSdl);
  const type = definitions.find((node) => node.kind === 'ObjectTypeDefinition' && node.name.value === to);
  const fields = type && 'fields' in type ? (type.fields ?? []) : [];
  expect(fields.map(({ name }) => name.value)).toContain(field);
  expect(supergraphSdl).toContain('@join__type(graph: GATEHOUSE, key: "id")');
});

test('apart from the directives, the subgraph is the schema that is compared with the last release', () => {
  const { definitions } = parse(gatehouse);
  const types = definitions.filter(({ kind }) => kind !== Kind.SCHEMA_EXTENSION);
  const withoutDirectives = visit(
    { kind: Kind.DOCUMENT, definitions: types },
    // A scalar of a library says where it is specified.
    { Directive: ({ name }) => (name.value === 'specifiedBy' ? undefined : null) },
  );
  expect(print(withoutDirectives)).toBe(print(parse(printedSchemas['schema.graphql']?.() ?? '')));
});

test('another subgraph cannot take over a field of the user', () => {
  const { errors } = compose('type User @key(fields: "id") { id: ID! email: String! }');
  expect(errors.join()).toContain('User.email');
});
