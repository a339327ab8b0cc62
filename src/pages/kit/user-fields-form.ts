import type { FieldValue, UserField } from '../../accounts/users/user-field';
import { valueOfText } from '../../accounts/users/user-fields';
import type { FormBody } from '../../platform/http/form-body';

/** The fields of USER_FIELDS in a form, as texts by the names of the inputs. */
export interface UserFieldsForm {
  declared: readonly UserField[];
  texts: Readonly<Record<string, string | undefined>>;
}

type Values = Readonly<Record<string, FieldValue | null>>;

export const inputNameOf = ({ name }: UserField): string => `fields.${name}`;

const textOf = (value: FieldValue | null | undefined): string => {
  if (value === null || value === undefined || value === false) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
};

/** A form that shows these values. */
export const userFieldsForm = (declared: readonly UserField[], values: Values): UserFieldsForm => ({
  declared,
  texts: Object.fromEntries(declared.map((field) => [inputNameOf(field), textOf(values[field.name])])),
});

/** The form as the person has sent it. */
export const sentUserFields = (declared: readonly UserField[], form: FormBody): UserFieldsForm => ({
  declared,
  texts: Object.fromEntries(declared.map((field) => [inputNameOf(field), form.get(inputNameOf(field)) ?? ''])),
});

/**
 * Returns what the person has changed, as the input of an operation has it. What was not changed is left out, so a form changes
 * no value that it cannot show, such as an entry of a list with a comma.
 */
export function changedUserFields({ declared, texts }: UserFieldsForm, form: FormBody): { fields?: object } {
  const changed = declared.flatMap((field) => {
    const name = inputNameOf(field);
    const text = form.get(name) ?? '';
    if (text === (texts[name] ?? '')) return [];
    // A box without a tick is not sent.
    return [[field.name, field.type === 'boolean' ? text === 'true' : valueOfText(field, text)]];
  });
  return changed.length > 0 ? { fields: Object.fromEntries(changed) } : {};
}
