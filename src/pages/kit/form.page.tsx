import type { ComponentChildren } from 'preact';
import type { AppError, FieldProblem } from '../../platform/errors/app-error';
import { toSnakeCase } from '../../platform/rest/snake-case';
import type { Words } from '../words/en';
import { Icon } from './icons.page';
import { type OwnProblemTexts, problemText } from './problem-text';

interface FormProps {
  id?: string;
  /** Without an action, the browser posts to the address of the page. */
  action?: string;
  /** Where the person goes after the form. */
  returnTo?: string | null | undefined;
  children: ComponentChildren;
}

/** Keeps the place to which the person goes in a form. */
export const ReturnTo = ({ place }: { place: string | null | undefined }) =>
  place ? <input type="hidden" name="return_to" value={place} /> : null;

export const Form = ({ id, action, returnTo, children }: FormProps) => (
  <form method="post" action={action} class="stack" id={id}>
    <ReturnTo place={returnTo} />
    {children}
  </form>
);

/** Whose password a form takes: password managers save it for this name. A field that is not shown must not be `type="hidden"`. */
export const UserName = ({ email, name }: { email: string | null; name?: string }) =>
  email !== null && <input type="email" name={name} autocomplete="username" value={email} readOnly hidden />;

interface FieldProps {
  name: string;
  /** The field of the input of the operation, if it has another name. */
  field?: string;
  label: string;
  words: Words;
  type?: 'text' | 'email' | 'password' | 'tel' | 'date';
  autocomplete?: string;
  value?: string | undefined;
  hint?: ComponentChildren;
  optional?: boolean;
  problem?: AppError | null;
  /** Whether the person can type at once. A problem has the focus instead. */
  autofocus?: boolean;
  code?: 'text' | 'numeric';
  inputMode?: 'decimal';
  /** The values to choose from, instead of a text. */
  options?: readonly string[];
  /** What is wrong with the value, and where the person goes on, instead of the text of the problem. */
  error?: ComponentChildren;
}

/** A field with its label, hint and problem, which screen readers read together. */
export function Field(props: FieldProps) {
  const {
    name,
    field = name,
    label,
    words,
    type = 'text',
    autocomplete,
    value,
    hint,
    optional = false,
    autofocus = false,
    problem,
  } = props;
  const found = problem?.fields.find((one) => one.field === field);
  const invalid = props.error || (found && invalidText(found, words));
  const id = toSnakeCase(name);
  const common = {
    id,
    name: id,
    required: !optional,
    ...described({ id, hint, invalid }),
  };
  return (
    <div class="field">
      <label for={id}>
        {label} {optional && <span class="quiet">{words.common.optional}</span>}
      </label>
      <div class="entry">
        {props.options ? (
          <Select {...common} options={['', ...props.options].map((option) => [option, option])} value={value} />
        ) : (
          <input
            {...common}
            // Preact's types describe each type of input on its own.
            type={type as 'password'}
            autocomplete={autocomplete}
            value={value}
            autofocus={autofocus && !problem}
            spellcheck={false}
            // Names are also written from right to left.
            dir={type === 'text' && !props.code ? 'auto' : undefined}
            autocapitalize={type === 'email' || props.code ? 'none' : undefined}
            inputMode={props.code ?? props.inputMode}
            class={props.code ? 'code' : undefined}
          />
        )}
        {type === 'password' && <ShowPassword id={id} label={label} words={words} />}
      </div>
      <Remarks id={id} hint={hint} invalid={invalid} />
    </div>
  );
}

interface RemarksProps {
  /** Of what they are about. */
  id: string;
  hint?: ComponentChildren;
  invalid?: ComponentChildren;
}

const Remarks = ({ id, hint, invalid }: RemarksProps) => (
  <>
    {hint && (
      <div id={`${id}-hint`} class="hint">
        {hint}
      </div>
    )}
    {invalid && (
      <p id={`${id}-invalid`} class="invalid">
        {invalid}
      </p>
    )}
  </>
);

/** The attributes of what has remarks. */
const described = ({ id, hint, invalid }: RemarksProps) => ({
  'aria-invalid': Boolean(invalid) || undefined,
  'aria-describedby': [hint && `${id}-hint`, invalid && `${id}-invalid`].filter(Boolean).join(' ') || undefined,
});

interface SelectProps extends Record<string, unknown> {
  options: readonly (readonly [value: string, label: string])[];
  value: string | null | undefined;
}

const Select = ({ options, value, ...common }: SelectProps) => (
  <select {...common}>
    {options.map(([option, text]) => (
      <option value={option} selected={option === (value ?? '')}>
        {text}
      </option>
    ))}
  </select>
);

interface SelectFieldProps extends Pick<SelectProps, 'options'> {
  name: string;
  label: string;
  value?: string | null | undefined;
}

export const SelectField = ({ name, label, value, options }: SelectFieldProps) => (
  <div class="field">
    <label for={name}>{label}</label>
    <Select id={name} name={name} value={value} options={options} />
  </div>
);

export interface CheckProps extends Omit<RemarksProps, 'id'> {
  name: string;
  /** By default that of the name: of several with one name, one is chosen. */
  id?: string;
  type?: 'checkbox' | 'radio';
  value?: string;
  label: ComponentChildren;
  checked: boolean;
  /** What belongs to the choice. */
  children?: ComponentChildren;
}

/** A box to check with its label, hint and problem. Without a check, the form does not have the name. */
export function Check(props: CheckProps) {
  const { name, id = name, type = 'checkbox', value = 'yes', label, hint, checked, invalid, children } = props;
  return (
    <div class="check">
      <input id={id} name={name} type={type} value={value} checked={checked} {...described({ id, hint, invalid })} />
      <div>
        <label for={id}>{label}</label>
        <Remarks id={id} hint={hint} invalid={invalid} />
        {children}
      </div>
    </div>
  );
}

interface ChoicesProps extends Pick<FieldProps, 'words' | 'problem' | 'hint'> {
  /** The field of the input of the operation. */
  name: string;
  legend: string;
  /** The text of a problem with the field, if it is another one than elsewhere. */
  error?: string;
  children: ComponentChildren;
}

/** A question with the boxes of its answers. */
export function Choices({ name, legend, hint, error, words, problem, children }: ChoicesProps) {
  const found = problem?.fields.find(({ field }) => field === name);
  const remarks = { id: name, hint, invalid: found && (error ?? invalidText(found, words)) };
  return (
    <fieldset aria-describedby={described(remarks)['aria-describedby']}>
      <legend>{legend}</legend>
      <Remarks {...remarks} />
      <div class="choices">{children}</div>
    </fieldset>
  );
}

function invalidText({ field, msg, rule = '' }: FieldProblem, { common }: Words): string {
  // The hook answers in the language of the person.
  if (rule === 'hook') return msg;
  const ofRules: Readonly<Record<string, string>> = common.invalidPassword;
  const ofFields: Readonly<Record<string, string>> = common.invalid;
  return ofRules[rule] ?? ofFields[rule] ?? ofFields[field] ?? common.invalid.other;
}

/** Shows the password that is typed, or hides it again. Without the script there is no button: it would do nothing. */
const ShowPassword = ({ id, label, words }: { id: string; label: string; words: Words }) => (
  <button type="button" class="plain" hidden data-shows={id} data-hide={words.common.hidePassword}>
    {words.common.showPassword} <span class="unseen">({label})</span>
  </button>
);

interface NewPasswordFieldProps extends Pick<FieldProps, 'name' | 'words' | 'problem'> {
  /** Whether it replaces a password. */
  replaces?: boolean;
}

/** The field for a password that is set. The script marks the rules that the password keeps. */
export const NewPasswordField = ({ replaces = false, words, ...props }: NewPasswordFieldProps) => {
  const { fields, passwordRules } = words.common;
  return (
    <Field
      {...props}
      field="password"
      type="password"
      label={replaces ? fields.newPassword : fields.password}
      words={words}
      autocomplete="new-password"
      hint={
        <>
          <ul class="rules">
            <li data-rule="longEnough">{passwordRules.longEnough}</li>
            <li data-rule="notOwn">{passwordRules.notOwn}</li>
          </ul>
          <p>{passwordRules.notCommon}</p>
        </>
      }
    />
  );
};

interface CurrentPasswordFieldProps extends Pick<FieldProps, 'name' | 'label' | 'words' | 'problem' | 'autofocus'> {
  /** The address of the account. Null if the form has a field for it. */
  email: string | null;
}

/** The field for the password of an account. */
export const CurrentPasswordField = ({ email, ...props }: CurrentPasswordFieldProps) => (
  <>
    <UserName email={email} />
    <Field {...props} type="password" autocomplete="current-password" />
  </>
);

interface NameFieldsProps extends Pick<FieldProps, 'words' | 'problem' | 'autofocus'> {
  values: { firstName?: string | undefined; lastName?: string | undefined };
}

/** First and last name, in one row where there is room. */
export const NameFields = ({ values, problem = null, autofocus = false, words }: NameFieldsProps) => (
  <div class="two">
    <Field
      name="firstName"
      label={words.common.fields.firstName}
      words={words}
      autocomplete="given-name"
      value={values.firstName}
      problem={problem}
      autofocus={autofocus}
    />
    <Field
      name="lastName"
      label={words.common.fields.lastName}
      words={words}
      autocomplete="family-name"
      value={values.lastName}
      problem={problem}
    />
  </div>
);

export const TelField = ({
  optional = true,
  ...props
}: Pick<FieldProps, 'value' | 'words' | 'problem' | 'optional'>) => (
  <Field
    {...props}
    name="tel"
    type="tel"
    label={props.words.common.fields.tel}
    autocomplete="tel"
    optional={optional}
  />
);

/** The field for the six digits of an authenticator app. */
export const CodeField = (props: Pick<FieldProps, 'words' | 'problem' | 'hint' | 'autofocus'>) => (
  <Field
    autofocus
    {...props}
    name="code"
    label={props.words.common.fields.code}
    autocomplete="one-time-code"
    code="numeric"
  />
);

export const RecoveryCodeField = (props: Pick<FieldProps, 'words' | 'problem' | 'hint' | 'autofocus'>) => (
  <Field
    {...props}
    name="recoveryCode"
    field="code"
    label={props.words.common.fields.recoveryCode}
    autocomplete="off"
    code="text"
  />
);

interface WithAddressProps {
  /** The page that gets the address. */
  action: string;
  /** The id of the form, if the button is not in it. */
  form?: string;
  /** By default, it looks like a link. */
  class?: string;
  children: ComponentChildren;
}

/**
 * A link to another page that takes the address of the form along, in no URL. The page does not read the password, which the script
 * removes before. Not before the button that sends the form: the Enter key uses the first one.
 */
export const WithAddress = ({ action, form, class: look = 'link', children }: WithAddressProps) => (
  <button type="submit" class={look} form={form} formAction={action} formNoValidate name="intent" value="ask">
    {children}
  </button>
);

/** The field for the code of an e-mail. */
export const MailCodeField = ({
  name = 'code',
  words,
  problem = null,
  autofocus = false,
}: Pick<FieldProps, 'words' | 'problem' | 'autofocus'> & { name?: 'code' | 'emailCode' }) => (
  <Field
    name={name}
    label={words.common.code.label}
    words={words}
    autocomplete="one-time-code"
    problem={problem}
    autofocus={autofocus}
    code="numeric"
  />
);

interface SendAgainProps {
  action: string;
  email?: string;
  returnTo?: string | null;
  /** Seconds until another e-mail can be asked for. The script counts them down, and locks the button meanwhile. */
  waitS: number;
  words: Words;
  children?: ComponentChildren;
}

/** Sends the e-mail with the code again. */
export const SendAgain = ({ action, email, returnTo, waitS, words, children }: SendAgainProps) => (
  <Form action={action} returnTo={returnTo}>
    {email !== undefined && <input type="hidden" name="email" value={email} />}
    {children}
    <div class="actions">
      <button type="submit" class="plain" name="intent" value="send-again">
        <Icon name="again" />
        {words.common.code.again}
      </button>
      {waitS > 0 && (
        <p class="quiet small" data-wait={waitS}>
          {words.common.code.wait(waitS)}
        </p>
      )}
    </div>
  </Form>
);

/**
 * Why the form was not accepted. If it can be sent again soon, the script counts down, and locks its button. The text has the
 * focus when the page is loaded, so that screen readers read it, and the next field is one key away.
 */
export function Problem({ problem, words, own }: { problem: AppError | null; words: Words; own?: OwnProblemTexts }) {
  if (!problem) return null;
  const { code, retryAfterS } = problem;
  // Longer waits are in minutes.
  const wait = code === 'RATE_LIMITED' && retryAfterS !== null && retryAfterS <= 120 ? retryAfterS : undefined;
  return (
    <p role="alert" class="note problem" tabIndex={-1} autofocus data-wait={wait}>
      {problemText(problem, words, own)}
    </p>
  );
}

export const Note = ({ children }: { children: ComponentChildren }) => (
  <p role="status" class="note">
    {children}
  </p>
);

interface PasskeyFormProps {
  action: string;
  /** What the browser does: use a passkey, or create one. */
  kind: 'get' | 'create';
  /** The options for `navigator.credentials`. */
  options: object;
  label: string;
  problemText: string;
  /** Whether the browser also offers passkeys in the field for the address, as soon as the page is loaded. */
  conditional?: boolean;
  second?: boolean;
  children?: ComponentChildren;
}

/** A form that the script sends with the answer of the browser. Without the script it is hidden: it would do nothing. */
export const PasskeyForm = (props: PasskeyFormProps) => (
  <form
    method="post"
    action={props.action}
    class="stack"
    hidden
    data-passkey={props.kind}
    data-options={JSON.stringify(props.options)}
    data-later={props.conditional ? '' : undefined}
  >
    {props.children}
    <input type="hidden" name="passkey" />
    <p role="alert" class="note problem" data-problem hidden>
      {props.problemText}
    </p>
    <button type="submit" class={`wide-button${props.second ? ' second' : ''}`}>
      <Icon name="passkey" />
      {props.label}
    </button>
  </form>
);
