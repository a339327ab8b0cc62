import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import {
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  parseValue,
  valueFromAST,
} from 'graphql';
import { isOpaqueToken } from '../src/accounts/sessions/opaque-token';
import { createSchema } from '../src/apis';
import { type OperationName, operations } from '../src/compose/features';
import type { Services } from '../src/compose/services';
import { entitiesInput } from '../src/features/federation/federation.inputs';
import type { Operation } from '../src/platform/operations/define-operation';
import { parseInput } from '../src/platform/request/input-parser';
import { errorsOf } from '../src/platform/rest/rest-route';
import { operationNamed } from './support/declared-operations';
import { toCamelCase } from './support/field-names';
import { document as openapi, routes, routesOfAdmins } from './support/rest-document';

/** The descriptions of both APIs: each part has one, and each input field has an example that the operation accepts. */

// Descriptions need no service.
const schema = createSchema({} as Services);
const subgraph = createSchema({ federation: {} } as Services);
const document: OpenapiDocument = JSON.parse(JSON.stringify(openapi));

const withInput = operations.filter(({ input, rest, caller }) => input && rest.length > 0 && caller !== 'superAdmin');
const namesOf = (ofApi: readonly Operation[]) => ofApi.map(({ name }) => name).sort();
/** The operations of clients are in the REST API alone, and so is what a client asks with the token of a user. */
const inBoth = withInput.filter(
  ({ caller, name }) => caller !== 'client' && !['userinfo', 'startDeviceSignIn'].includes(name),
);

/** A client sends one of these groups of fields. */
const alternatives: Partial<Record<OperationName, readonly (readonly string[])[]>> = {
  confirmEmail: [['token'], ['email', 'code']],
  resetPassword: [['token'], ['email', 'code']],
  confirmEmailChange: [['token'], ['email', 'code']],
  completeLogin: [['code'], ['passkey']],
  completeEmailLogin: [['code'], ['link']],
  linkIdentity: [['token'], ['code', 'codeVerifier'], ['provider', 'idToken', 'nonce']],
  stepUp: [['password'], ['code'], ['passkey'], ['emailToken', 'emailCode']],
};

type Examples = Record<string, Record<string, unknown>>;

/** By the name of the operation, which the ids of two routes have in common. */
const restExamples = (): Examples =>
  Object.fromEntries(
    Object.entries(openapiExamples(document)).map(([id, input]) => [id.replace(/ByForm$/, ''), input]),
  );

const isSentence = (description: unknown): boolean => typeof description === 'string' && /\S\.$/.test(description);

describe('GraphQL', () => {
  test('every type, field, argument and enum value has a description that ends with a full stop', () => {
    const described = graphqlParts(subgraph);
    expect(described.length).toBeGreaterThan(100);
    expect(described.filter(([, description]) => !isSentence(description))).toEqual([]);
  });

  test('every input field has an example that its operation accepts', () => {
    const examples = graphqlExamples(schema);
    expect(Object.keys(examples).sort()).toEqual(namesOf(inBoth));
    for (const [operation, input] of Object.entries(examples)) expectAccepted(operation, input);
  });

  test('the example of a subgraph is accepted', () => {
    const { _entities: input } = graphqlExamples(subgraph);
    expect(parseInput(entitiesInput, input)).toEqual({
      representations: [{ __typename: 'User', id: expect.any(String) }],
    });
  });
});

describe('OpenAPI', () => {
  test('every operation, parameter, response, header, schema and property has a description that ends with a full stop', () => {
    const described = openapiParts(document);
    expect(described.length).toBeGreaterThan(100);
    expect(described.filter(([, description]) => !isSentence(description))).toEqual([]);
  });

  test('every input field has an example that its schema and its operation accept', () => {
    const examples = restExamples();
    expect(Object.keys(examples).sort()).toEqual(namesOf(withInput));
    for (const [operation, input] of Object.entries(examples)) {
      expectAccepted(
        operation,
        Object.fromEntries(Object.entries(input).map(([name, value]) => [toCamelCase(name), value])),
      );
    }
  });

  test('an example of a schema is valid', () => {
    const ajv = addFormats(
      new Ajv2020({ strict: false, validateSchema: false, formats: { password: true, 'idn-email': true } }),
      ['uuid'],
    );
    const schemas = schemasIn(document);
    const invalid = schemas.flatMap((one) => (one.examples ?? []).filter((example) => !ajv.validate(one, example)));
    expect(invalid).toEqual([]);
  });
});

test('both APIs have the same example for a field', () => {
  const inGraphql = graphqlExamples(schema);
  for (const [operation, input] of Object.entries(restExamples())) {
    if (!inBoth.some(({ name }) => name === operation)) continue;
    const { scope, ...shared } = Object.fromEntries(
      Object.entries(input).map(([name, value]) => [toCamelCase(name), value]),
    );
    expect({ [operation]: shared }).toEqual({ [operation]: inGraphql[operation] });
  }
});

test('the GraphQL description of an operation names the errors that the REST API declares', () => {
  const ofEvery = ['MALFORMED_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'INTERNAL'];
  const operations = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  const unnamed = routes.flatMap((route) =>
    [...errorsOf(route).keys()]
      .filter((code) => !ofEvery.includes(code))
      .filter((code) => !(operations[route.operation.name]?.description ?? code).includes(code))
      .map((code) => `${route.operation.name}: ${code}`),
  );
  expect(unnamed).toEqual([]);
});

function expectAccepted(name: string, input: Record<string, unknown>): void {
  const { input: schema } = operationNamed(name as OperationName);
  const groups = alternatives[name as OperationName] ?? [[]];
  for (const group of groups) {
    const others = groups.flat().filter((field) => !group.includes(field));
    const sent = Object.fromEntries(Object.entries(input).filter(([field]) => !others.includes(field)));
    expect(() => schema && parseInput(schema, sent)).not.toThrow();
  }
  if (typeof input.refreshToken === 'string') expect(isOpaqueToken(input.refreshToken)).toBe(true);
}

/** Each part that has a description, with its name. */
function graphqlParts(of: GraphQLSchema): [name: string, description: unknown][] {
  return Object.values(of.getTypeMap())
    .filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type))
    .flatMap((type) => {
      const members = isEnumType(type)
        ? type.getValues()
        : isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
          ? Object.values(type.getFields())
          : [];
      const args = members.flatMap((member) => ('args' in member ? member.args : []));
      return [type, ...members, ...args].map((part): [string, unknown] => [
        `${type.name}: ${part.name}`,
        part.description,
      ]);
    });
}

/** The examples of each operation with inputs: of its arguments, and of the fields of its argument `input`. */
function graphqlExamples(of: GraphQLSchema): Examples {
  const operations = { ...of.getQueryType()?.getFields(), ...of.getMutationType()?.getFields() };
  const withInputs = Object.values(operations).filter(({ args }) => args.length > 0);
  return Object.fromEntries(
    withInputs.map(({ name, args }) => {
      const types = args.map(({ type }) => ('ofType' in type ? type.ofType : type)).filter(isInputObjectType);
      const fields = types.length > 0 ? types.flatMap((type) => Object.values(type.getFields())) : args;
      return [name, Object.fromEntries(fields.map((field) => [field.name, graphqlExample(field)]))];
    }),
  );
}

function graphqlExample({
  description,
  type,
}: {
  description?: string | null | undefined;
  type: GraphQLInputType;
}): unknown {
  const [, literal = 'none'] = /Example: (.+)\.$/.exec(description ?? '') ?? [];
  return valueFromAST(parseValue(literal), type);
}

interface JsonSchema {
  $ref?: string;
  description?: string;
  examples?: unknown[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}
interface Described {
  description?: string;
  schema: JsonSchema;
}
interface OpenapiOperation {
  operationId: string;
  description?: string;
  parameters?: (Described & { name: string })[];
  requestBody?: { description?: string; content: Record<string, { schema: JsonSchema }> };
  responses: Record<
    string,
    { description?: string; headers?: Record<string, Described>; content: Record<string, { schema: JsonSchema }> }
  >;
}
interface OpenapiDocument {
  info: { description?: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, OpenapiOperation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, { description?: string }> };
}

const operationsIn = ({ paths }: OpenapiDocument): OpenapiOperation[] => Object.values(paths).flatMap(Object.values);

function openapiParts(of: OpenapiDocument): [name: string, description: unknown][] {
  const parts: [string, unknown][] = [
    ['info', of.info.description],
    ...of.tags.map(({ name, description }): [string, unknown] => [`tag ${name}`, description]),
    ...Object.entries(of.components.securitySchemes).map(([name, one]): [string, unknown] => [name, one.description]),
    ...Object.entries(of.components.schemas).flatMap(([name, one]) => schemaParts(name, one)),
  ];
  for (const { operationId: id, description, parameters = [], requestBody, responses } of operationsIn(of)) {
    parts.push([id, description]);
    if (requestBody) parts.push([`${id}: body`, requestBody.description]);
    for (const parameter of parameters) parts.push([`${id}: ${parameter.name}`, parameter.description]);
    for (const [status, response] of Object.entries(responses)) {
      parts.push([`${id}: ${status}`, response.description]);
      for (const [name, header] of Object.entries(response.headers ?? {})) {
        parts.push([`${id}: ${status} ${name}`, header.description]);
      }
      for (const { schema: one } of Object.values(response.content ?? {}))
        parts.push(...schemaParts(`${id}: ${status}`, one));
    }
  }
  return parts;
}

/** A schema and the schemas in it. The component that a reference names is a part of its own. */
function schemaParts(name: string, { $ref, description, properties = {}, items }: JsonSchema): [string, unknown][] {
  if ($ref) return [];
  return [
    [name, description],
    ...Object.entries(properties).flatMap(([property, one]) => schemaParts(`${name}.${property}`, one)),
    ...(items ? schemaParts(`${name}[]`, items) : []),
  ];
}

/** The examples of each operation with inputs: of its parameters and of the properties of its body. */
function openapiExamples(of: OpenapiDocument): Examples {
  const examples: Examples = {};
  for (const { operationId, parameters = [], requestBody } of operationsIn(of)) {
    const [content] = Object.values(requestBody?.content ?? {});
    const body = content?.schema.$ref?.replace(/^.*\//, '') ?? '';
    const properties = Object.entries(of.components.schemas[body]?.properties ?? {});
    const fields = [...parameters.map(({ name, schema: one }): [string, JsonSchema] => [name, one]), ...properties];
    if (fields.length === 0) continue;
    examples[operationId] = Object.fromEntries(fields.map(([name, one]) => [name, one.examples?.[0]]));
  }
  return examples;
}

/** Every schema that has examples. */
function schemasIn(value: unknown): JsonSchema[] {
  if (typeof value !== 'object' || value === null) return [];
  // The examples of a media type are not a list.
  const own = 'examples' in value && Array.isArray(value.examples) ? [value as JsonSchema] : [];
  return [...own, ...Object.values(value).flatMap(schemasIn)];
}

test('each path that an operation declares has a route', () => {
  const served = new Set(
    [...routes, ...routesOfAdmins].map(
      ({ method, path: at }) => `${method.toUpperCase()} ${at.replace(/:(\w+)/g, '{$1}')}`,
    ),
  );
  const declared = (operations as readonly Operation[]).flatMap(({ rest }) =>
    rest.map((one) => one.replace('ANY ', 'ALL ')),
  );
  // The path of PASSKEY_ORIGINS exists only with this setting.
  expect(declared.filter((one) => !served.has(one))).toEqual(['GET /.well-known/webauthn']);
});
