import type { Request } from 'express';
import { z } from 'zod';
import { queryOf } from '../../platform/http/request-line';
import type { Operation } from '../../platform/operations/define-operation';
import { type FieldSchema, type InputSchema, inputSchemaOf } from '../../platform/request/input-schema';
import { about, boolean, type JsonSchema, nullable, object, string } from '../../platform/rest/json-schema';
import type { FieldRole, FieldValues, UserField } from './user-field';
import { titleOf, type UserFields, valueOfText } from './user-fields';

const prefix = 'fields.';

/** Reads `fields.plan=pro` of a query. A parameter that occurs twice is a list. */
export function fieldsInQuery({ url }: Pick<Request, 'url'>, fields: UserFields | undefined) {
  if (!fields || !url.includes(prefix)) return undefined;
  const query = queryOf(url);
  const known = fields.load();
  const names = new Set(
    [...query.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length)),
  );
  return Object.fromEntries([...names].map((name) => [name, valueIn(query.getAll(prefix + name), known.get(name))]));
}

function valueIn([text = '', ...others]: string[], field: UserField | undefined): unknown {
  if (others.length > 0 || field?.type === 'string_list') return [text, ...others];
  return field ? valueOfText(field, text) : text;
}

const plainSchemas = {
  string,
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean,
  date: { type: 'string', format: 'date' },
  string_list: { type: 'array', items: string },
} as const;

function schemaOf(field: UserField): JsonSchema {
  const { type, values } = field;
  const schema = about(plainSchemas[type], `${titleOf(field)}. Null: no value.`);
  if (values === null) return nullable(schema);
  if (type === 'string_list') return nullable({ ...schema, items: { type: 'string', enum: values } });
  return nullable({ ...schema, enum: [...values, null] });
}

/** The fields that this role reads, in an answer. */
export const shownFields = (fields: UserFields, role: FieldRole) =>
  z.custom<FieldValues>().meta({
    installed: {
      schema: about(
        object(Object.fromEntries(fields.readableBy(role).map((field) => [field.name, schemaOf(field)]))),
        'The fields that this installation adds.',
      ),
      shown: (values: unknown) => fields.shown(values as FieldValues, role),
    },
    example: {},
  });

/** The schema of the fields that this role writes, with an example. */
export const sentFieldsSchema = (fields: UserFields, role: FieldRole): FieldSchema => {
  const writable = fields.writableBy(role);
  const names = writable.map(({ name }) => name);
  const schema = about(
    object(Object.fromEntries(writable.map((field) => [field.name, schemaOf(field)])), names),
    'The fields that this installation adds. Absent: unchanged. Null removes a value.',
  );
  return { ...schema, examples: [Object.fromEntries(writable.map((field) => [field.name, field.default]))] };
};

/** The input of an operation for the document, with the fields that this role writes. Without USER_FIELDS, as declared. */
export function inputWithFields(
  { input }: Pick<Operation, 'input'>,
  fields: UserFields | undefined,
  role: FieldRole,
): { input?: InputSchema } {
  if (!input || !fields?.areDefined) return {};
  const declared = inputSchemaOf(input);
  return { input: { ...declared, fields: { ...declared.fields, fields: sentFieldsSchema(fields, role) } } };
}
