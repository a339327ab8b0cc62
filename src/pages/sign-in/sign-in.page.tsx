import type { ComponentChildren } from 'preact';
import { factorReasons } from '../../accounts/factors/factors.reasons';
import type { AppError } from '../../platform/errors/app-error';
import type { ChallengeFactor } from '../../platform/errors/login-challenge';
import { Agreement } from '../kit/agreement.page';
import { BotChallengeField } from '../kit/bot-challenge.page';
import {
  CodeField,
  CurrentPasswordField,
  Field,
  Form,
  MailCodeField,
  NameFields,
  NewPasswordField,
  Note,
  PasskeyForm,
  Problem,
  RecoveryCodeField,
  ReturnTo,
  SendAgain,
  TelField,
  UserName,
  WithAddress,
} from '../kit/form.page';
import { Icon } from '../kit/icons.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { UnknownPasskeySignal } from '../kit/passkey-signals.page';
import { type OwnProblemTexts, ofMailCode } from '../kit/problem-text';
import type { ShownProvider } from '../kit/provider';
import { AppKey } from '../kit/qr-code.page';
import { hrefOf, requestOf, withReturn } from '../kit/return-to';
import { UserFieldInputs } from '../kit/user-fields.page';
import type { UserFieldsForm } from '../kit/user-fields-form';
import type { Words } from '../words/en';
import { DecisionForm } from './consent.page';
import { ProviderButtons } from './provider-sign-in.page';
import type { EndText } from './session-ends';

interface LoginProps {
  problem: AppError | null;
  email?: string | undefined;
  returnTo: string | null;
  /** Null if passkeys are switched off. */
  passkeyOptions: object | null;
  /** Whether the browser may add a passkey by itself. */
  passkeyUpgrade: boolean;
  /** The passkey with which the person has tried to sign in, if no account has it. */
  unknownPasskey: { rpId: string; credentialId: string } | null;
  canRegister: boolean;
  /** Whether people can sign in with a code by mail. */
  byMail: boolean;
  providers: readonly ShownProvider[];
  notes: readonly LoginNote[];
  /** Why the session of this browser is over. */
  ended: EndText | null;
  /** The provider with which this browser was signed in last. */
  last: string | null;
}

export type LoginNote = 'signedOut' | 'passwordSet' | 'deleted' | 'unknownReturn' | 'notSaved' | 'noCookies';

/** What the errors mean on a page that asks for a code, a passkey or the password alone. */
const textsOfProof = (problem: AppError | null, words: Words): OwnProblemTexts => ({
  INVALID_CREDENTIALS: words.common.problems.wrongPassword,
  INVALID_TOKEN:
    problem?.reason && problem.reason.name in factorReasons
      ? words.common.problems.wrongCode
      : words.signIn.login.passkeyProblem,
  MFA_REQUIRED: words.signIn.secondFactor.text,
});

/** A password that breaks the rule of passwords is a wrong one: a login does not need the rule. */
function textsOfLogin(problem: AppError | null, { common, signIn }: Words): OwnProblemTexts {
  const isInvalid = (field: string) => problem?.fields.some((one) => one.field === field) ?? false;
  const otherwise = isInvalid('passkey') ? signIn.login.passkeyProblem : common.problems.wrongCredentials;
  return {
    INVALID_TOKEN: signIn.login.startAgain,
    VALIDATION_FAILED: isInvalid('email') ? common.summary : otherwise,
  };
}

/** What the person does here, and the application to which they go then. */
function Heading({ text, returnTo, context }: { text: string; returnTo: string | null; context: ViewContext }) {
  const { words, frame } = context;
  const host = returnTo?.startsWith('/') ? frame.clientName : returnTo && new URL(returnTo).host;
  return (
    <div>
      <h1>{text}</h1>
      {host && <p class="lead">{words.signIn.continueTo(host)}</p>}
    </div>
  );
}

export function LoginPage(props: LoginProps, context: ViewContext): Content {
  const { words, frame } = context;
  const { login } = words.signIn;
  const { fields } = words.common;
  const {
    problem,
    email,
    returnTo,
    passkeyOptions,
    passkeyUpgrade,
    unknownPasskey,
    canRegister,
    byMail,
    providers,
    last,
    notes,
    ended,
  } = props;
  // Without scripts there are no passkeys, and then nothing to choose from.
  const or = <p class="or">{login.or}</p>;
  return {
    title: login.title,
    passkey: passkeyOptions !== null,
    body: (
      <>
        <div class="card stack-wide">
          <Heading text={login.heading(frame.product)} returnTo={returnTo} context={context} />
          {ended && <Note>{words.signIn.ended[ended]}</Note>}
          {notes.map((note) => (
            <Note>{login[note]}</Note>
          ))}
          <Problem problem={problem} words={words} own={textsOfLogin(problem, words)} />
          {unknownPasskey && <UnknownPasskeySignal {...unknownPasskey} />}
          <Form id="login" action={`${frame.base}/login`} returnTo={returnTo}>
            {passkeyUpgrade && <PasskeyUpgradeField />}
            <Field
              name="email"
              type="email"
              label={fields.email}
              words={words}
              autocomplete={passkeyOptions ? 'username webauthn' : 'username'}
              value={email}
              problem={problem}
              autofocus={!email}
            />
            <CurrentPasswordField
              name="password"
              email={null}
              label={fields.password}
              words={words}
              autofocus={Boolean(email) && !problem}
            />
            <BotChallengeField context={context} />
            <button type="submit" class="wide-button">
              {login.action}
            </button>
            <p>
              <WithAddress action={`${frame.base}/forgot`} class="link calm">
                {login.forgot}
              </WithAddress>
            </p>
          </Form>
          {providers.length > 0 && or}
          <div class="ways">
            <ProviderButtons providers={providers} last={last} returnTo={returnTo} context={context} />
            {passkeyOptions && (
              <PasskeyForm
                action={`${frame.base}/login/passkey`}
                kind="get"
                options={passkeyOptions}
                label={login.passkey}
                problemText={login.passkeyProblem}
                conditional
                second
              >
                <ReturnTo place={returnTo} />
                {providers.length === 0 && or}
              </PasskeyForm>
            )}
            {byMail && (
              <WithAddress action={`${frame.base}/login/email`} form="login" class="second wide-button">
                <Icon name="mail" />
                {login.mail}
              </WithAddress>
            )}
          </div>
          {canRegister && (
            <p class="quiet">
              {login.registerQuestion} <a href={withReturn(`${frame.base}/register`, returnTo)}>{login.register}</a>
            </p>
          )}
        </div>
      </>
    ),
  };
}

interface RegisterProps {
  problem: AppError | null;
  providers: readonly ShownProvider[];
  returnTo: string | null;
  values: Readonly<Partial<Record<'email' | 'firstName' | 'lastName' | 'tel', string | undefined>>>;
  own: UserFieldsForm;
}

export function RegisterPage(
  { problem, providers, returnTo, values, own }: RegisterProps,
  context: ViewContext,
): Content {
  const { words, frame } = context;
  const { register } = words.signIn;
  const { fields } = words.common;
  return {
    title: register.title,
    body: (
      <div class="card stack-wide">
        <Heading text={register.heading(frame.product)} returnTo={returnTo} context={context} />
        <Problem problem={problem} words={words} own={{ EMAIL_TAKEN: words.common.summary }} />
        <Form action={`${frame.base}/register`} returnTo={returnTo}>
          <NameFields values={values} problem={problem} words={words} autofocus />
          <Field
            name="email"
            type="email"
            label={fields.email}
            words={words}
            autocomplete="username"
            value={values.email}
            problem={problem}
            error={
              problem?.code === 'EMAIL_TAKEN' && (
                <>
                  {words.common.problems.emailTaken}{' '}
                  <WithAddress action={`${frame.base}/login`} form="known">
                    {register.login}
                  </WithAddress>{' '}
                  <WithAddress action={`${frame.base}/forgot`} form="known">
                    {words.signIn.login.forgot}
                  </WithAddress>
                </>
              )
            }
          />
          <NewPasswordField name="password" words={words} problem={problem} />
          {frame.asksPhone && <TelField value={values.tel} words={words} problem={problem} />}
          <UserFieldInputs form={own} problem={problem} context={context} isNew />
          <Agreement context={context} />
          <BotChallengeField context={context} />
          <button type="submit" class="wide-button">
            {register.action}
          </button>
        </Form>
        {problem?.code === 'EMAIL_TAKEN' && (
          <Form id="known" action={`${frame.base}/login`} returnTo={returnTo}>
            <input type="hidden" name="email" value={values.email} />
          </Form>
        )}
        {providers.length > 0 && <p class="or">{words.signIn.login.or}</p>}
        <ProviderButtons providers={providers} last={null} returnTo={returnTo} context={context} />
        <p class="quiet">
          {register.loginQuestion} <a href={withReturn(`${frame.base}/login`, returnTo)}>{register.login}</a>
        </p>
      </div>
    ),
  };
}

interface AddressProps {
  /** What the mail is for. */
  step: 'forgot' | 'login/email';
  problem: AppError | null;
  email?: string | undefined;
  returnTo: string | null;
}

/** Asks for the address to which a mail is sent. */
export function AddressPage({ step, problem, email, returnTo }: AddressProps, context: ViewContext): Content {
  const { words, frame } = context;
  const { title, text, action } = words.signIn[step === 'forgot' ? 'forgot' : 'email'];
  return {
    title,
    body: (
      <div class="card stack-wide">
        <div>
          <h1>{title}</h1>
          {frame.sendsMails && <p class="lead">{text}</p>}
        </div>
        <Problem problem={problem} words={words} />
        {frame.sendsMails ? (
          <Form action={`${frame.base}/${step}`} returnTo={returnTo}>
            <Field
              name="email"
              type="email"
              label={words.common.fields.email}
              words={words}
              autocomplete="username"
              value={email}
              problem={problem}
              autofocus
            />
            <BotChallengeField context={context} />
            <button type="submit" class="wide-button">
              {action}
            </button>
          </Form>
        ) : (
          <Note>{words.common.noMails}</Note>
        )}
        <p>
          <a href={withReturn(`${frame.base}/login`, returnTo)} class="calm">
            {words.common.back}
          </a>
        </p>
      </div>
    ),
  };
}

/** The script says here whether the browser can add a passkey by itself. The second step of the sign-in keeps it. */
const PasskeyUpgradeField = ({ value }: { value?: 'yes' }) => (
  <input type="hidden" name="passkey_upgrade" value={value} />
);

/** Lets the browser add a passkey by itself, and then goes on. The person sees the page for as long as that takes. */
export function PasskeyUpgradePage(
  { options, goTo }: { options: object; goTo: string },
  { words, frame }: ViewContext,
): Content {
  const href = hrefOf(goTo, frame.base);
  return {
    title: words.signIn.login.signedInTitle,
    passkey: true,
    shownOnce: true,
    body: (
      <div class="card stack">
        <h1>{words.signIn.login.signedInTitle}</h1>
        <form
          method="post"
          action={`${frame.base}/login/passkey-upgrade`}
          hidden
          data-upgrade={href}
          data-options={JSON.stringify(options)}
        >
          <ReturnTo place={goTo} />
          <input type="hidden" name="passkey" />
        </form>
        <p>
          <a class="button" href={href}>
            {words.common.continue}
          </a>
        </p>
      </div>
    ),
  };
}

/** A result that needs no further step on this page. */
export function MessagePage(
  { message, returnTo }: { message: 'confirmed' | 'closed' | 'signedIn' | 'passwordRemoved'; returnTo: string | null },
  { words, frame }: ViewContext,
): Content {
  const { register, code, login, email } = words.signIn;
  const texts = {
    passwordRemoved: { title: login.signedInTitle, text: email.passwordRemoved },
    signedIn: { title: login.signedInTitle, text: login.signedIn },
    confirmed: { title: code.confirmedTitle, text: code.confirmed },
    closed: { title: register.closedTitle, text: register.closed },
  };
  const { title, text } = texts[message];
  return {
    title,
    body: (
      <div class="card stack">
        <h1>{title}</h1>
        <p role="status">{text}</p>
        <p>
          {message === 'passwordRemoved' ? (
            <a class="button" href={hrefOf(returnTo ?? '/', frame.base)}>
              {words.common.continue}
            </a>
          ) : message === 'signedIn' ? (
            <a href={`${frame.base}/logout`}>{words.common.signOut}</a>
          ) : (
            <a href={withReturn(`${frame.base}/login`, returnTo)}>{register.login}</a>
          )}
        </p>
      </div>
    ),
  };
}

/** After which form the page waits for the code of an e-mail. */
export type CodeStep = 'login' | 'register' | 'forgot' | 'login/email' | 'login/connect';

export interface CodeProps {
  step: CodeStep;
  /** The address, as the person typed it. */
  email: string;
  /** Whether a password is set with the code. */
  withPassword: boolean;
  returnTo: string | null;
  note?: 'sentAgain' | 'tooSoon' | undefined;
  /** Seconds until another e-mail can be asked for. */
  waitS: number;
  /** False if another e-mail needs another sign-in with the provider. */
  canSendAgain: boolean;
  problem: AppError | null;
}

/** Waits for the code of an e-mail, which can be read on another device. Every address gets the same page. */
export function CodePage(props: CodeProps, context: ViewContext): Content {
  const { words, frame } = context;
  const { step, email, withPassword, returnTo, note, waitS, canSendAgain, problem } = props;
  const { code } = words.common;
  const { resetSent, unverified, other } = words.signIn.code;
  const leads: Readonly<Record<CodeStep, (email: string) => string>> = {
    login: unverified,
    register: code.sent,
    forgot: resetSent,
    'login/email': resetSent,
    'login/connect': code.sent,
  };
  const isReset = step === 'forgot';
  const action = `${frame.base}/${step}/code`;
  const label = isReset
    ? words.links.reset.action
    : withPassword
      ? words.links.createAccount.action
      : words.common.continue;
  return {
    title: code.title,
    shownOnce: true,
    body: (
      <div class="card stack-wide">
        <div>
          <h1>{code.title}</h1>
          <p class="lead" role={note ? undefined : 'status'}>
            {leads[step](email)}
          </p>
        </div>
        {note && <Note>{code[note]}</Note>}
        <Problem problem={problem} words={words} own={ofMailCode(problem, words)} />
        <Form action={action} returnTo={returnTo}>
          <UserName name="email" email={email} />
          <MailCodeField words={words} problem={problem} autofocus />
          {withPassword && <NewPasswordField name="password" replaces={isReset} words={words} problem={problem} />}
          <button type="submit" class="wide-button">
            {label}
          </button>
        </Form>
        {canSendAgain && (
          <SendAgain action={action} email={email} returnTo={returnTo} waitS={waitS} words={words}>
            <BotChallengeField context={context} />
          </SendAgain>
        )}
        <p>
          <a href={withReturn(`${frame.base}/${step}`, returnTo)} class="calm">
            {other}
          </a>
        </p>
      </div>
    ),
  };
}

interface DeletedProps {
  email: string;
  returnTo: string | null;
  /** Seconds until another e-mail can be asked for. */
  waitS: number;
}

/** For a person with the right password whose account is being deleted. */
export function DeletedPage({ email, returnTo, waitS }: DeletedProps, { words, frame }: ViewContext): Content {
  const { deleted } = words.signIn;
  return {
    title: deleted.title,
    shownOnce: true,
    body: (
      <div class="card stack-wide">
        <div>
          <h1>{deleted.title}</h1>
          <p class="lead" role="alert">
            {deleted.text(email)}
          </p>
        </div>
        <SendAgain action={`${frame.base}/login/restore`} {...{ email, returnTo, waitS, words }} />
        <p>
          <a href={withReturn(`${frame.base}/login`, returnTo)}>{words.common.back}</a>
        </p>
      </div>
    ),
  };
}

/** For a person who is signed in, and whom an application has sent here again. */
export function SentAgainPage({ returnTo }: { returnTo: string }, { words, frame }: ViewContext): Content {
  const { signedInTitle, sentAgain, backTo } = words.signIn.login;
  return {
    title: signedInTitle,
    body: (
      <div class="card stack">
        <h1>{signedInTitle}</h1>
        <p role="status">{sentAgain}</p>
        <p>
          <a class="button" href={returnTo}>
            {backTo(new URL(returnTo).host)}
          </a>
        </p>
        <p>
          <a href={`${frame.base}/logout`}>{words.common.signOut}</a>
        </p>
      </div>
    ),
  };
}

interface CodeFormsProps {
  action: string;
  factors: readonly ChallengeFactor[];
  /** Whether the form for a recovery code was sent. */
  isRecovery: boolean;
  label: string;
  /** Whether there is another way above. */
  second: boolean;
  hint?: boolean;
  kept: ComponentChildren;
  returnTo: string | null;
  problem: AppError | null;
  words: Words;
}

/** Takes six digits of an app, or else a recovery code. */
function CodeForms(props: CodeFormsProps) {
  const { action, factors, isRecovery, label, second, hint = false, kept, returnTo, problem, words } = props;
  const { text, recoveryText, useRecovery } = words.signIn.secondFactor;
  const hasApp = factors.includes('totp');
  const formOf = (field: ComponentChildren) => (
    <Form action={action} returnTo={returnTo}>
      {kept}
      {field}
      <button type="submit" class={`wide-button${second ? ' second' : ''}`}>
        {label}
      </button>
    </Form>
  );
  const app = formOf(
    <CodeField
      words={words}
      problem={isRecovery ? null : problem}
      hint={hint && text}
      autofocus={!isRecovery && !problem}
    />,
  );
  const recovery = formOf(
    <RecoveryCodeField
      words={words}
      problem={isRecovery ? problem : null}
      hint={(hint || hasApp) && recoveryText}
      autofocus={!hasApp && !problem}
    />,
  );
  if (!factors.includes('recovery_code')) return hasApp ? app : null;
  if (!hasApp) return recovery;
  return (
    <>
      {app}
      <details open={isRecovery}>
        <summary>{useRecovery}</summary>
        {recovery}
      </details>
    </>
  );
}

export interface Challenge {
  token: string;
  factors: readonly ChallengeFactor[];
  passkeyOptions: object | null;
}

interface SecondFactorProps {
  challenge: Challenge;
  isRecovery?: boolean;
  /** Whether the browser can add a passkey by itself. */
  passkeyUpgrade: boolean;
  returnTo: string | null;
  problem: AppError | null;
}

export function SecondFactorPage(
  { challenge, isRecovery = false, passkeyUpgrade, returnTo, problem }: SecondFactorProps,
  { words, frame }: ViewContext,
): Content {
  const { secondFactor } = words.signIn;
  const { token, factors, passkeyOptions } = challenge;
  const action = `${frame.base}/login/complete`;
  const text = factors.includes('totp')
    ? secondFactor.text
    : !passkeyOptions
      ? secondFactor.recoveryText
      : factors.includes('recovery_code')
        ? secondFactor.passkeyText
        : secondFactor.passkeyOnlyText;
  // The next attempt needs the same challenge, which is nowhere else than in this page.
  const kept = (
    <>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="factors" value={factors.join(' ')} />
      {passkeyOptions && <input type="hidden" name="options" value={JSON.stringify(passkeyOptions)} />}
      {passkeyUpgrade && <PasskeyUpgradeField value="yes" />}
    </>
  );
  return {
    title: secondFactor.title,
    passkey: passkeyOptions !== null,
    body: (
      <div class="card stack-wide">
        <div>
          <h1>{secondFactor.title}</h1>
          <p class="lead">{text}</p>
        </div>
        <Problem problem={problem} words={words} own={textsOfProof(problem, words)} />
        {passkeyOptions && (
          <PasskeyForm
            action={action}
            kind="get"
            options={passkeyOptions}
            label={secondFactor.passkey}
            problemText={words.signIn.login.passkeyProblem}
          >
            {kept}
            <ReturnTo place={returnTo} />
          </PasskeyForm>
        )}
        <CodeForms
          {...{ action, factors, isRecovery, kept, returnTo, problem, words }}
          label={secondFactor.action}
          second={passkeyOptions !== null}
        />
        <p>
          <a href={withReturn(`${frame.base}/login`, returnTo)} class="calm">
            {secondFactor.restart}
          </a>
        </p>
      </div>
    ),
  };
}

interface EnrollProps {
  token: string;
  secret: string;
  /** The key URI, which the QR code contains. */
  uri: string;
  returnTo: string | null;
  problem: AppError | null;
}

export function EnrollPage(
  { token, secret, uri, returnTo, problem }: EnrollProps,
  { words, frame }: ViewContext,
): Content {
  const { enroll } = words.signIn;
  return {
    title: enroll.title,
    shownOnce: true,
    body: (
      <div class="card stack-wide">
        <div>
          <h1>{enroll.title}</h1>
          <p class="lead">{enroll.text}</p>
        </div>
        <Problem problem={problem} words={words} own={textsOfProof(problem, words)} />
        <AppKey secret={secret} uri={uri} words={words} />
        <Form action={`${frame.base}/login/complete`} returnTo={returnTo}>
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="secret" value={secret} />
          <input type="hidden" name="uri" value={uri} />
          <CodeField words={words} problem={problem} />
          <button type="submit" class="wide-button">
            {enroll.action}
          </button>
        </Form>
      </div>
    ),
  };
}

interface StepUpProps {
  options: { password: boolean; email: boolean; factors: readonly ChallengeFactor[]; passkeyOptions: object | null };
  /** The mail with a code that was sent, or was sent a moment ago. */
  mailed: { email: string; isPaused: boolean; waitS: number } | null;
  /** Whether the password is not enough for the page to which the person goes. */
  needsFactor: boolean;
  isRecovery: boolean;
  returnTo: string | null;
  problem: AppError | null;
}

export function StepUpPage(
  { options, needsFactor, isRecovery, returnTo, mailed, problem }: StepUpProps,
  { words, frame }: ViewContext,
): Content {
  const { stepUp } = words.signIn;
  const { factors, passkeyOptions } = options;
  const action = `${frame.base}/step-up`;
  // The page has the same ways after a wrong code.
  const kept = needsFactor && <input type="hidden" name="acr" value="aal2" />;
  const password = options.password && !needsFactor;
  // While two-step sign-in is off, a reset by mail stands for a lost factor.
  const canReset = options.password && needsFactor;
  return {
    title: stepUp.title,
    passkey: passkeyOptions !== null,
    body: (
      <div class="card stack-wide">
        <div>
          <h1>{stepUp.title}</h1>
          <p class="lead">{stepUp.text}</p>
        </div>
        {mailed?.isPaused && <Note>{words.common.code.tooSoon}</Note>}
        <Problem
          problem={problem}
          words={words}
          own={options.email ? ofMailCode(problem, words) : textsOfProof(problem, words)}
        />
        {options.email && <MailedStepUp action={`${action}/code`} mailed={mailed} {...{ returnTo, problem, words }} />}
        {passkeyOptions && (
          <PasskeyForm
            action={action}
            kind="get"
            options={passkeyOptions}
            label={stepUp.passkey}
            problemText={words.signIn.login.passkeyProblem}
          >
            {kept}
            <ReturnTo place={returnTo} />
          </PasskeyForm>
        )}
        {password ? (
          <Form action={action} returnTo={returnTo}>
            {kept}
            <CurrentPasswordField
              name="password"
              email={frame.email}
              label={words.common.fields.password}
              words={words}
              autofocus
            />
            <button type="submit" class={`wide-button${passkeyOptions ? ' second' : ''}`}>
              {stepUp.action}
            </button>
          </Form>
        ) : (
          <CodeForms
            {...{ action, factors, isRecovery, kept, returnTo, problem, words }}
            label={stepUp.action}
            second={passkeyOptions !== null}
            hint
          />
        )}
        {!password && !options.email && factors.length === 0 && <p>{stepUp.none}</p>}
        {canReset && (
          <details>
            <summary>{stepUp.lost}</summary>
            <p>{stepUp.lostText}</p>
            <p>
              <a href={withReturn(`${frame.base}/forgot`, returnTo)}>{words.signIn.forgot.title}</a>
            </p>
          </details>
        )}
        <p>
          {/* The page that asked for the proof would ask for it again. */}
          <a href={frame.home ?? frame.base} class="calm">
            {words.common.cancel}
          </a>
        </p>
      </div>
    ),
  };
}

interface MailedStepUpProps extends Pick<StepUpProps, 'mailed' | 'returnTo' | 'problem'> {
  action: string;
  words: Words;
}

/** Sends a mail with a code, and takes the code. */
function MailedStepUp({ action, mailed, returnTo, problem, words }: MailedStepUpProps) {
  if (!mailed)
    return (
      <Form action={action} returnTo={returnTo}>
        <p>{words.signIn.stepUp.willSend}</p>
        <button type="submit" class="wide-button" name="intent" value="send-again">
          {words.signIn.email.action}
        </button>
      </Form>
    );
  return (
    <>
      <p>{words.signIn.stepUp.sent(mailed.email)}</p>
      <Form action={action} returnTo={returnTo}>
        <MailCodeField name="emailCode" words={words} problem={problem} autofocus />
        <button type="submit" class="wide-button">
          {words.signIn.stepUp.action}
        </button>
      </Form>
      <SendAgain action={action} returnTo={returnTo} waitS={mailed.waitS} words={words} />
    </>
  );
}

/** For pages that only a person with a second factor can open. */
export function FactorNeededPage(
  { returnTo, userId, canAddPasskey }: { returnTo: string | null; userId: string; canAddPasskey: boolean },
  { words, frame }: ViewContext,
): Content {
  const { factorNeeded } = words.signIn;
  const { addTotp, addPasskey } = words.account;
  const path = `${frame.base}/account/security`;
  const request = requestOf(returnTo);
  return {
    title: factorNeeded.title,
    body: (
      <div class="card stack-wide">
        <div>
          <h1>{factorNeeded.title}</h1>
          <p class="lead">{factorNeeded.text}</p>
        </div>
        {frame.areas.includes('account') && (
          <p class="actions">
            <a class="button" href={withReturn(`${path}/totp`, returnTo)}>
              {addTotp.title}
            </a>
            {canAddPasskey && (
              <a class="button second" href={withReturn(`${path}/passkeys/add`, returnTo)}>
                {addPasskey.title}
              </a>
            )}
          </p>
        )}
        {request === null ? (
          <p>
            <a href={frame.home ?? frame.base} class="calm">
              {words.common.cancel}
            </a>
          </p>
        ) : (
          <DecisionForm request={request} userId={userId} base={frame.base}>
            <button type="submit" class="second" name="decision" value="deny">
              {words.common.backTo(frame.clientName ?? '')}
            </button>
          </DecisionForm>
        )}
      </div>
    ),
  };
}

export function LogoutPage({ returnTo }: { returnTo: string | null }, { words, frame }: ViewContext): Content {
  const { logout } = words.signIn;
  return {
    title: logout.title,
    body: (
      <div class="card stack-wide">
        <div>
          <h1>{logout.title}</h1>
          <p class="lead">{logout.text}</p>
        </div>
        <Form action={`${frame.base}/logout`} returnTo={returnTo}>
          <button type="submit" class="wide-button">
            {logout.action}
          </button>
        </Form>
        <p>
          <a href={frame.home ?? frame.base} class="calm">
            {words.common.cancel}
          </a>
        </p>
      </div>
    ),
  };
}
