import type { ComponentChildren } from 'preact';
import type { AppError } from '../../platform/errors/app-error';
import type { Words } from '../words/en';
import { type OwnProblemTexts, problemText } from './problem-text';

interface FormProps {
  /** Without an action, the browser posts to the address of the page. */
  action?: string;
  /** Where the person goes after the form. */
  returnTo?: string | null | undefined;
  children: ComponentChildren;
}

export const Form = ({ action, returnTo, children }: FormProps) => (
  <form method="post" action={action} class="stack">
    {returnTo && <input type="hidden" name="return_to" value={returnTo} />}
    {children}
  </form>
);

interface FieldProps {
  name: string;
  /** The field of the input of the operation, if it has another name. */
  field?: string;
  label: string;
  words: Words;
  type?: 'text' | 'email' | 'password' | 'tel';
  autocomplete?: string;
  value?: string | undefined;
  hint?: string | undefined;
  optional?: boolean;
  problem?: AppError | null;
  code?: 'text' | 'numeric';
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

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
    problem,
  } = props;
  const isInvalid = problem?.fields.some((one) => one.field === field) ?? false;
  const id = snakeCase(name);
  const described = [hint && `${id}-hint`, isInvalid && `${id}-invalid`].filter(Boolean).join(' ');
  const invalidTexts: Readonly<Record<string, string>> = words.common.invalid;
  return (
    <div class="field">
      <label for={id}>
        {label} {optional && <span class="quiet">{words.common.optional}</span>}
      </label>
      <input
        id={id}
        name={id}
        // Preact's types describe each type of input on its own.
        type={type as 'password'}
        autocomplete={autocomplete}
        value={value}
        required={!optional}
        spellcheck={false}
        // Names are also written from right to left.
        dir={type === 'text' && !props.code ? 'auto' : undefined}
        autocapitalize={type === 'email' || props.code ? 'none' : undefined}
        inputMode={props.code}
        class={props.code ? 'code' : undefined}
        aria-invalid={isInvalid || undefined}
        aria-describedby={described || undefined}
      />
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {isInvalid && (
        <p id={`${id}-invalid`} class="invalid">
          {invalidTexts[field] ?? words.common.invalid.other}
        </p>
      )}
    </div>
  );
}

interface NameFieldsProps extends Pick<FieldProps, 'words' | 'problem'> {
  values: { firstName?: string | undefined; lastName?: string | undefined };
}

/** First and last name, in one row where there is room. */
export const NameFields = ({ values, problem = null, words }: NameFieldsProps) => (
  <div class="two">
    <Field
      name="firstName"
      label={words.common.fields.firstName}
      words={words}
      autocomplete="given-name"
      value={values.firstName}
      problem={problem}
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

/** The field for a code of an authenticator application, or for a recovery code. */
export const CodeField = ({ words, problem = null, hint }: Pick<FieldProps, 'words' | 'problem' | 'hint'>) => (
  <Field
    name="code"
    label={words.common.fields.code}
    words={words}
    autocomplete="one-time-code"
    problem={problem}
    hint={hint}
    code="text"
  />
);

/** The field for the code of an e-mail. */
export const MailCodeField = ({ words, problem }: Pick<FieldProps, 'words' | 'problem'>) => (
  <Field
    name="code"
    label={words.common.code.label}
    words={words}
    autocomplete="one-time-code"
    problem={problem ?? null}
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
}

/** Sends the e-mail with the code again. */
export const SendAgain = ({ action, email, returnTo, waitS, words }: SendAgainProps) => (
  <Form action={action} returnTo={returnTo}>
    {email !== undefined && <input type="hidden" name="email" value={email} />}
    <button type="submit" class="second" name="intent" value="send-again">
      {words.common.code.again}
    </button>
    {waitS > 0 && (
      <p class="quiet small" data-wait={waitS}>
        {words.common.code.wait(waitS)}
      </p>
    )}
  </Form>
);

/**
 * Why the form was not accepted. The text has the focus when the page is loaded, so that screen readers read it, and the
 * next field is one key away.
 */
export function Problem({ problem, words, own }: { problem: AppError | null; words: Words; own?: OwnProblemTexts }) {
  if (!problem) return null;
  return (
    <p role="alert" class="note problem" tabIndex={-1} autofocus>
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
      {props.label}
    </button>
  </form>
);
