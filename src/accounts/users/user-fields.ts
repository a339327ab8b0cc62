import { defaultLocale, type Locale } from '../../platform/request/locale';
import { capitalized } from '../../platform/runtime/camel-case';
import { type FieldRole, type FieldValue, type FieldValues, problemOfValue, type UserField } from './user-field';

export const changedTokenText =
  'A new access token, which replaces that of the request: that one shows a field that has changed (`TOKEN_CLAIMS`), and is rejected. Null: the client keeps its token.';

/** Bytes of UTF-8, of the fields of one user. */
export const longestFields = 8192;

const mayUse = (role: FieldRole, by: FieldRole): boolean => role === 'user' || by === 'admin';

/** The fields that the installation adds to its users. Without USER_FIELDS, there are none. */
export class UserFields {
  private byName: ReadonlyMap<string, UserField> | null = null;

  constructor(private readonly readFile: () => readonly UserField[]) {}

  /**
   * Reads the file at the first call, and returns the fields by name: the server reads it when it starts, and a command only if
   * it needs it. @throws ConfigError
   */
  load(): ReadonlyMap<string, UserField> {
    this.byName ??= new Map(this.readFile().map((field) => [field.name, field]));
    return this.byName;
  }

  get all(): readonly UserField[] {
    return [...this.load().values()];
  }

  get areDefined(): boolean {
    return this.load().size > 0;
  }

  /** What a new account has. */
  get defaults(): FieldValues {
    return valuesOf(this.all.map(({ name, default: value }) => [name, value]));
  }

  readableBy(role: FieldRole): UserField[] {
    return this.all.filter(({ read }) => mayUse(read, role));
  }

  writableBy(role: FieldRole): UserField[] {
    return this.all.filter(({ write }) => mayUse(write, role));
  }

  /** Returns the fields that this role reads. A stored value that the file does not allow any more is null. */
  shown(values: FieldValues, to: FieldRole): Record<string, FieldValue | null> {
    return Object.fromEntries(
      this.readableBy(to).map((field) => {
        const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
        return [field.name, value === undefined || problemOfValue(field, value) ? null : value];
      }),
    );
  }
}

/** As without USER_FIELDS. */
export const noUserFields = (): UserFields => new UserFields(() => []);

/** What a request changes: null removes a value. */
export type FieldChanges = Readonly<Record<string, FieldValue | null>>;

const valuesOf = (entries: readonly (readonly [string, FieldValue | null])[]): FieldValues =>
  Object.fromEntries(entries.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])));

/** Returns the fields after the change. */
export const changedFields = (before: FieldValues, changes: FieldChanges): FieldValues =>
  valuesOf(Object.entries({ ...before, ...changes }));

/** Reads the value of a field that a person wrote. An empty text is null. Any other wrong text is left to the rule of the field. */
export function valueOfText({ type }: UserField, text: string): unknown {
  if (text === '') return null;
  if (type === 'integer' || type === 'number') return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type !== 'string_list') return text;
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

/** As `valueOfText`. A name that is no field keeps its text, so that the rules name it. */
export function valuesOfTexts(fields: UserFields, texts: Readonly<Record<string, string>>): Record<string, unknown> {
  const known = fields.load();
  const entries = Object.entries(texts).map(([name, text]) => {
    const field = known.get(name);
    return [name, field ? valueOfText(field, text) : text];
  });
  return Object.fromEntries(entries);
}

/** The label in this language, else in English, else in any other one, or the name. */
export function titleOf({ label, name }: UserField, locale: Locale = defaultLocale): string {
  const text = label[locale] ?? label[defaultLocale] ?? Object.values(label)[0] ?? name.replaceAll('_', ' ');
  return capitalized(text);
}
