import type { AppError } from '../../platform/errors/app-error';
import { Field, Form, NameFields, NewPasswordField, Problem } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { WayOn } from '../kit/problem.page';
import { withReturn } from '../kit/return-to';

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

/** For the link that has created the super admin. */
export function SetupOverPage(_props: object, context: ViewContext): Content {
  const { words, frame } = context;
  const { setup } = words.signIn;
  return {
    title: setup.title,
    body: (
      <div class="card stack">
        <h1>{setup.title}</h1>
        <p role="alert">{setup.over}</p>
        {frame.areas.includes('sign-in') ? (
          <p>
            <a class="button" href={withReturn(`${frame.base}/login`, '/console')}>
              {words.common.signIn}
            </a>
          </p>
        ) : (
          <WayOn context={context} />
        )}
      </div>
    ),
  };
}
