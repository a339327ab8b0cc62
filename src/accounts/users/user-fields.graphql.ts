import {
  type GraphQLArgumentConfig,
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLField,
  type GraphQLFieldConfig,
  GraphQLFloat,
  type GraphQLInputField,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { withTypeProblems } from '../../platform/graphql/installation-input';
import { capitalized } from '../../platform/runtime/camel-case';
import type { FieldRole, FieldValue, UserField } from './user-field';
import { changedTokenText, titleOf, type UserFields } from './user-fields';
import { problemsOfFields } from './user-fields.inputs';
import type { UserFieldsService } from './user-fields.service';

/** The inputs that have fields, in either schema. */
const inputNames = ['RegisterInput', 'UpdateProfileInput', 'CreateUserInput', 'UpdateUserInput', 'UserFilter'];
/** The root fields that have such an argument. */
const argumentOf: Readonly<Record<string, string>> = {
  register: 'input',
  updateProfile: 'input',
  createUser: 'input',
  updateUser: 'input',
  users: 'filter',
};

type Shown = Readonly<Record<string, FieldValue | null>>;

/** What the type of a user of a schema shows. */
interface Place {
  type: string;
  role: FieldRole;
  valuesOf(source: object, context: GraphqlContext): Shown | Promise<Shown>;
}

/** Adds the fields of the installation to the public schema. Without USER_FIELDS, it stays as it was. */
export const withOwnFields = (schema: GraphQLSchema, service: UserFieldsService | undefined): GraphQLSchema =>
  withUserFields(schema, service?.fields, {
    type: 'User',
    role: 'user',
    // An application reads none of them (`toReadableUser`).
    valuesOf: (source, { request }) => {
      const { id, fields } = source as { id: string; fields?: () => never };
      return fields?.() ?? service?.of(id, request) ?? {};
    },
  });

/** Adds them to the schema of super admins, who read and write all of them. */
export const withManagedFields = (schema: GraphQLSchema, fields: UserFields | undefined): GraphQLSchema =>
  withUserFields(schema, fields, {
    type: 'AdminUser',
    role: 'admin',
    valuesOf: (source) => fields?.shown((source as { fields: Record<string, FieldValue> }).fields, 'admin') ?? {},
  });

/**
 * Not by decorators, which change the types of all schemas of the process. The schema is a new one, because only its
 * constructor collects the types.
 */
function withUserFields(schema: GraphQLSchema, fields: UserFields | undefined, place: Place): GraphQLSchema {
  const [readable, writable] = [fields?.readableBy(place.role) ?? [], fields?.writableBy(place.role) ?? []];
  const enums = new Map(
    (fields?.all ?? []).flatMap((field) => (canBeEnum(field) ? [[field.name, enumOf(field)] as const] : [])),
  );
  const input = fields && writable.length > 0 ? inputTypeOf(fields, writable, enums, place.role) : null;
  for (const name of inputNames) {
    const type = schema.getType(name);
    if (type instanceof GraphQLInputObjectType) setInput(type.getFields(), input);
  }
  if (!fields?.areDefined) return schema;
  const user = schema.getType(place.type);
  if (user instanceof GraphQLObjectType && readable.length > 0) {
    user.getFields().fields = fieldsOfUser(outputTypeOf(readable, enums), place);
  }
  const payload = schema.getType('UpdateProfilePayload');
  if (payload instanceof GraphQLObjectType) payload.getFields().jwt = changedToken();
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) renameArgument(field, writable);
  }
  return new GraphQLSchema(schema.toConfig());
}

function setInput(fields: Record<string, GraphQLInputField>, type: GraphQLInputObjectType | null): void {
  const { fields: own } = fields;
  if (own && type) own.type = type;
  else delete fields.fields;
}

/** The inputs have the names of the GraphQL API, and the services those of the file. */
function renameArgument(field: GraphQLField<unknown, GraphqlContext>, writable: readonly UserField[]): void {
  const [argument, { resolve }] = [argumentOf[field.name], field];
  if (argument === undefined || !resolve) return;
  field.resolve = (source, args, context, info) => {
    const given = args[argument];
    if (!given?.fields) return resolve(source, args, context, info);
    return resolve(
      source,
      { ...args, [argument]: { ...given, fields: toFileNames(given.fields, writable) } },
      context,
      info,
    );
  };
}

function toFileNames(given: unknown, fields: readonly UserField[]): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const names = new Map(fields.map(({ name, camelName }) => [camelName, name]));
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [names.get(name) ?? name, value]));
}

const describe = (field: UserField): string => `${titleOf(field)}.`;

type Enums = ReadonlyMap<string, GraphQLEnumType>;

/** Whether all values are names of values in GraphQL. */
const canBeEnum = ({ values }: UserField): boolean =>
  values?.every((value) => /^(?!__)[_A-Za-z]\w*$/.test(value) && !['true', 'false', 'null'].includes(value)) ?? false;

const enumOf = (field: UserField) =>
  new GraphQLEnumType({
    name: `UserField${capitalized(field.camelName)}`,
    description: `The values of the field: ${describe(field)}`,
    values: Object.fromEntries((field.values ?? []).map((value) => [value, { description: `${value}.` }])),
  });

const scalars = {
  string: GraphQLString,
  integer: GraphQLInt,
  number: GraphQLFloat,
  boolean: GraphQLBoolean,
  date: GraphQLString,
  string_list: GraphQLString,
} as const;

function typeOf({ name, type }: UserField, enums: Enums): GraphQLInputType & GraphQLOutputType {
  const one = enums.get(name) ?? scalars[type];
  return type === 'string_list' ? new GraphQLList(new GraphQLNonNull(one)) : one;
}

function outputTypeOf(readable: readonly UserField[], enums: Enums): GraphQLObjectType {
  return new GraphQLObjectType<Shown>({
    name: 'UserFields',
    description: 'The fields that this installation adds to its users. Null: the user has no value.',
    fields: Object.fromEntries(
      readable.map((field) => [
        field.camelName,
        {
          type: typeOf(field, enums),
          description: describe(field),
          resolve: (values: Shown) => values[field.name] ?? null,
        },
      ]),
    ),
  });
}

function inputTypeOf(
  fields: UserFields,
  writable: readonly UserField[],
  enums: Enums,
  by: FieldRole,
): GraphQLInputObjectType {
  const declared = writable.map((field): [string, GraphQLArgumentConfig] => [
    field.camelName,
    { type: typeOf(field, enums), description: describe(field) },
  ]);
  const { all } = fields;
  return new GraphQLInputObjectType({
    name: 'UserFieldsInput',
    description: 'The fields that this installation adds to its users. Absent: unchanged. Null removes a value.',
    fields: Object.fromEntries(declared),
    extensions: withTypeProblems((value) => {
      const problems = problemsOfFields(fields, toFileNames(value, all), { by }).filter(({ isType }) => isType);
      return problems.map(({ field, msg }) => ({ field: field === '' ? 'fields' : `fields.${field}`, msg }));
    }),
  });
}

/** Returns the field as the constructor of a type completes it. */
function fieldOf(
  name: string,
  config: GraphQLFieldConfig<object, GraphqlContext>,
): GraphQLField<object, GraphqlContext> {
  const { [name]: field } = new GraphQLObjectType<object, GraphqlContext>({
    name: 'Completed',
    fields: { [name]: config },
  }).getFields();
  if (!field) throw new Error('the type has no fields');
  return field;
}

const fieldsOfUser = (type: GraphQLObjectType, { valuesOf }: Place) =>
  fieldOf('fields', {
    description: 'The fields that this installation adds.',
    type: new GraphQLNonNull(type),
    resolve: (source, _args, context) => valuesOf(source, context),
  });

const changedToken = () => fieldOf('jwt', { description: changedTokenText, type: GraphQLString });
