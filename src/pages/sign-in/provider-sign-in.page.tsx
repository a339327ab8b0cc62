import type { AppError } from '../../platform/errors/app-error';
import { Agreement } from '../kit/agreement.page';
import { Field, Form, NameFields, Problem } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import type { ShownProvider } from '../kit/provider';
import { ProviderMark } from '../kit/provider-mark.page';
import { withReturn } from '../kit/return-to';

interface ButtonsProps {
  providers: readonly ShownProvider[];
  /** The provider with which this browser was signed in last. */
  last: string | null;
  returnTo: string | null;
  context: ViewContext;
}

/** From so many on, the buttons have short labels, in two columns. */
const many = 4;

/** One form for each provider, in the order of the settings. */
export function ProviderButtons({ providers, last, returnTo, context: { words, frame } }: ButtonsProps) {
  const { goOn, lastUsed } = words.common.provider;
  if (providers.length === 0) return null;
  const isShort = providers.length >= many;
  return (
    <div class={isShort ? 'providers many' : 'providers'}>
      {providers.map((provider) => {
        const { id, label } = provider;
        const isLast = id === last && providers.length > 1;
        const name = isLast ? `${goOn(label)} (${lastUsed})` : goOn(label);
        return (
          <Form action={`${frame.base}/login/provider/${id}`} returnTo={returnTo}>
            <button type="submit" class="wide-button second" aria-label={isShort ? name : undefined}>
              <ProviderMark provider={provider} icons={frame.providerIcons} />
              {isShort ? label : goOn(label)}
              {isLast && <span class="last">{lastUsed}</span>}
            </button>
          </Form>
        );
      })}
    </div>
  );
}

interface MissingProps {
  code: string;
  values: Readonly<Partial<Record<'email' | 'firstName' | 'lastName', string | undefined>>>;
  returnTo: string | null;
  problem: AppError;
  /** Whether the person was not asked yet. */
  isFirst: boolean;
}

/** Asks for what the provider does not say about a new person. */
export function MissingPage(props: MissingProps, context: ViewContext): Content {
  const { words, frame } = context;
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
          <Agreement context={context} />
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
