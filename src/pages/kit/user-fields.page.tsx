import type { UserField } from '../../accounts/users/user-field';
import { titleOf } from '../../accounts/users/user-fields';
import type { AppError } from '../../platform/errors/app-error';
import { Check, Field } from './form.page';
import type { ViewContext } from './layout.page';
import { inputNameOf, type UserFieldsForm } from './user-fields-form';

interface UserFieldInputsProps {
  form: UserFieldsForm;
  problem: AppError | null;
  context: ViewContext;
  /** Whether the form makes an account. Only this asks for `required` fields. */
  isNew?: boolean;
}

/** The inputs for the fields that the installation adds to its users (USER_FIELDS). */
export const UserFieldInputs = ({ form: { declared, texts }, ...others }: UserFieldInputsProps) => (
  <>
    {declared.map((field) => {
      const name = inputNameOf(field);
      const props = { field, name, value: texts[name] ?? '', ...others };
      return field.type === 'boolean' ? <Tick {...props} /> : <Entry {...props} />;
    })}
  </>
);

interface InputProps extends Omit<UserFieldInputsProps, 'form'> {
  field: UserField;
  name: string;
  value: string;
}

function Entry({ field, name, value, problem, context: { words, frame }, isNew }: InputProps) {
  const { type, values } = field;
  const { listHint } = words.common.userFields;
  const isNumber = type === 'integer' || type === 'number';
  return (
    <Field
      name={name}
      label={titleOf(field, frame.locale)}
      words={words}
      value={value}
      problem={problem}
      optional={!(isNew && field.required)}
      autocomplete="off"
      type={type === 'date' ? 'date' : 'text'}
      {...(isNumber && { inputMode: 'decimal' as const })}
      {...(type === 'string' && values && { options: values })}
      {...(type === 'string_list' && { hint: values ? `${listHint} ${values.join(', ')}` : listHint })}
    />
  );
}

function Tick({ field, name, value, problem, context: { words, frame } }: InputProps) {
  const isInvalid = problem?.fields.some((one) => one.field === name) ?? false;
  return (
    <Check
      name={name}
      value="true"
      label={titleOf(field, frame.locale)}
      checked={value === 'true'}
      invalid={isInvalid && words.common.invalid.other}
    />
  );
}
