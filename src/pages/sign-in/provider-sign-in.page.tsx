import type { AppError } from '../../platform/errors/app-error';
import { Field, Form, NameFields, Problem } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import type { ShownProvider } from '../kit/provider';
import { withReturn } from '../kit/return-to';

interface ButtonsProps {
  providers: readonly ShownProvider[];
  returnTo: string | null;
  context: ViewContext;
}

/** One form for each provider, in the order of the settings. */
export const ProviderButtons = ({ providers, returnTo, context: { words, frame } }: ButtonsProps) => (
  <>
    {providers.map(({ id, label }) => (
      <Form action={`${frame.base}/login/provider/${id}`} returnTo={returnTo}>
        <button type="submit" class="wide-button second">
          {words.common.provider.goOn(label)}
        </button>
      </Form>
    ))}
  </>
);

interface MissingProps {
  code: string;
  values: Readonly<Partial<Record<'email' | 'firstName' | 'lastName', string | undefined>>>;
  returnTo: string | null;
  problem: AppError;
  /** Whether the person was not asked yet. */
  isFirst: boolean;
}

/** Asks for what the provider does not say about a new person. */
export function MissingPage(props: MissingProps, { words, frame }: ViewContext): Content {
  const { code, values, returnTo, problem, isFirst } = props;
  const { missing } = words.signIn.provider;
  const asks = (...fields: (keyof MissingProps['values'])[]) =>
    fields.some((name) => values[name] !== undefined || problem.fields.some(({ field }) => field === name));
  const shown = isFirst ? null : problem;
  return {
    title: missing.title,
    shownOnce: true,
    body: (
      <div class="card stack-wide">
        <div>
          <h1>{missing.title}</h1>
          <p class="lead">{missing.text}</p>
        </div>
        <Problem problem={shown} words={words} />
        <Form action={`${frame.base}/login/provider`} returnTo={returnTo}>
          <input type="hidden" name="code" value={code} />
          {asks('firstName', 'lastName') && <NameFields values={values} problem={shown} words={words} autofocus />}
          {asks('email') && (
            <Field
              name="email"
              type="email"
              label={words.common.fields.email}
              words={words}
              autocomplete="email"
              value={values.email}
              problem={shown}
            />
          )}
          <button type="submit" class="wide-button">
            {words.common.continue}
          </button>
        </Form>
      </div>
    ),
  };
}

interface ConnectProps {
  label: string;
  email: string;
  hasAccountPages: boolean;
  returnTo: string | null;
}

/** An account has the address. The person shows that it is theirs: with a mail, or with a login to it. */
export function ConnectPage(props: ConnectProps, { words, frame }: ViewContext): Content {
  const { label, email, hasAccountPages, returnTo } = props;
  const { connect } = words.signIn.provider;
  return {
    title: connect.title(label),
    shownOnce: true,
    body: (
      <div class="card stack-wide">
        <div>
          <h1>{connect.title(label)}</h1>
          <p class="lead" role="status">
            {connect.text(label, email)}
          </p>
        </div>
        <Form action={`${frame.base}/login/connect`} returnTo={returnTo}>
          <input type="hidden" name="email" value={email} />
          <button type="submit" class="wide-button">
            {words.signIn.email.action}
          </button>
        </Form>
        {hasAccountPages && (
          <p>
            <a href={withReturn(`${frame.base}/login`, withReturn('/account/security/connect', returnTo))}>
              {connect.signIn}
            </a>
          </p>
        )}
        <p>
          <a href={withReturn(`${frame.base}/login`, returnTo)}>{words.common.cancel}</a>
        </p>
      </div>
    ),
  };
}
