import type { AppError } from '../../platform/errors/app-error';
import { Field, Form, NameFields, NewPasswordField, Problem } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';

interface SetupProps {
  problem: AppError | null;
  values: Readonly<Partial<Record<'email' | 'firstName' | 'lastName', string | undefined>>>;
}

export function SetupPage({ problem, values }: SetupProps, { words }: ViewContext): Content {
  const { setup } = words.signIn;
  return {
    title: setup.title,
    body: (
      <div class="card stack-wide">
        <h1>{setup.title}</h1>
        <p>{setup.text}</p>
        <Problem problem={problem} words={words} />
        <Form>
          <NameFields values={values} problem={problem} words={words} autofocus />
          <Field
            name="email"
            type="email"
            label={words.common.fields.email}
            words={words}
            autocomplete="username"
            value={values.email}
            problem={problem}
          />
          <NewPasswordField name="password" words={words} problem={problem} />
          <button type="submit" class="wide-button">
            {setup.action}
          </button>
        </Form>
      </div>
    ),
  };
}
