import { types as pgliteTypes } from '@electric-sql/pglite';
import { type ArgType, type ColumnType, ColumnTypeEnum, DriverAdapterError } from '@prisma/driver-adapter-utils';

/** Turns the text that PostgreSQL sends into the value that Prisma expects. */
type Parse = (text: string) => unknown;

const asText: Parse = (text) => text;
const toBoolean: Parse = (text) => text === 't';
const toBytes: Parse = (text) => Buffer.from(text.slice('\\x'.length), 'hex');
/** `2026-11-20 17:30:15.123` becomes `2026-11-20T17:30:15.123+00:00`. */
const toTime: Parse = (text) => `${text.replace(' ', 'T')}+00:00`;
/** The same for `2026-11-20 17:30:15.123+00`, `…+05:30` and so on. */
const toZonedTime: Parse = (text) => text.replace(' ', 'T').replace(/[+-]\d\d$/, '$&:00');

/** OID, OID of its array (PostgreSQL: pg_type), type and type of its array (Prisma). */
const columns: readonly [number, number, keyof typeof ColumnTypeEnum, keyof typeof ColumnTypeEnum, Parse][] = [
  [16, 1000, 'Boolean', 'BooleanArray', toBoolean],
  [17, 1001, 'Bytes', 'BytesArray', toBytes],
  [18, 1002, 'Character', 'CharacterArray', asText],
  [19, 1003, 'Text', 'TextArray', asText],
  [20, 1016, 'Int64', 'Int64Array', asText],
  [21, 1005, 'Int32', 'Int32Array', Number],
  [23, 1007, 'Int32', 'Int32Array', Number],
  [25, 1009, 'Text', 'TextArray', asText],
  [26, 1028, 'Int64', 'Int64Array', asText],
  [114, 199, 'Json', 'JsonArray', asText],
  [700, 1021, 'Float', 'FloatArray', Number],
  [701, 1022, 'Double', 'DoubleArray', Number],
  [1042, 1014, 'Text', 'TextArray', asText],
  [1043, 1015, 'Text', 'TextArray', asText],
  [1082, 1182, 'Date', 'DateArray', asText],
  [1114, 1115, 'DateTime', 'DateTimeArray', toTime],
  [1184, 1185, 'DateTime', 'DateTimeArray', toZonedTime],
  [1700, 1231, 'Numeric', 'NumericArray', asText],
  [2950, 2951, 'Uuid', 'UuidArray', asText],
  [3802, 3807, 'Json', 'JsonArray', asText],
];

export const parsers: Readonly<Record<number, Parse>> = Object.fromEntries(
  columns.flatMap(([oid, arrayOid, , , parse]) => [
    [oid, parse],
    [arrayOid, (text: string) => pgliteTypes.arrayParser(text, parse, arrayOid)],
  ]),
);

const columnTypes = new Map(
  columns.flatMap(([oid, arrayOid, type, arrayType]): [number, ColumnType][] => [
    [oid, ColumnTypeEnum[type]],
    [arrayOid, ColumnTypeEnum[arrayType]],
  ]),
);

/** Types from this OID on are those of the database itself, such as enums. Their values are texts. */
const firstOwnOid = 16_384;

/** @throws DriverAdapterError `UnsupportedNativeDataType` */
export function columnTypeOf(oid: number): ColumnType {
  const type = columnTypes.get(oid) ?? (oid < firstOwnOid ? undefined : ColumnTypeEnum.Text);
  if (type === undefined) throw new DriverAdapterError({ kind: 'UnsupportedNativeDataType', type: `OID ${oid}` });
  return type;
}

/** Turns an argument of Prisma into one of PGlite. */
export function toParameter(arg: unknown, type: ArgType | undefined): unknown {
  if (Array.isArray(arg) && type?.arity === 'list') return arg.map((each) => toParameter(each, type));
  if (arg instanceof Date) return arg.toISOString();
  if (ArrayBuffer.isView(arg)) return new Uint8Array(arg.buffer, arg.byteOffset, arg.byteLength);
  if (typeof arg !== 'string') return arg;
  switch (type?.scalarType) {
    case 'datetime':
      return new Date(arg).toISOString();
    case 'bytes':
      return new Uint8Array(Buffer.from(arg, 'base64'));
    default:
      return arg;
  }
}
