import type { ListedPasskey } from '../../accounts/factors/passkey.answers';
import type { User } from '../../accounts/users/user';
import type { ListedEmailChange } from '../../features/email-change/email-change.answers';
import type { AppError } from '../../platform/errors/app-error';
import { locales } from '../../platform/request/locale';
import {
  Field,
  Form,
  MailCodeField,
  NameFields,
  NewPasswordField,
  Note,
  Problem,
  SendAgain,
  TelField,
} from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { PasskeySignals } from '../kit/passkey-signals.page';
import { ofMailCode } from '../kit/problem-text';
import { UserFieldInputs } from '../kit/user-fields.page';
import type { UserFieldsForm } from '../kit/user-fields-form';
import type { Words } from '../words/en';
import { languageNames } from '../words/words-in';
import {
  type AccountFrame,
  Actions,
  accountPage,
  DeleteKeys,
  ownProblems,
  type Proof,
  ProofForm,
  pageBelow,
} from './account-shell.page';

export type ProfileNote = keyof Words['account']['profile']['done'] | 'sentAgain' | 'tooSoon';

interface ProfileProps extends AccountFrame {
  user: User;
  hasPassword: boolean;
  /** What the password manager should know. Null if the account has no passkey. */
  signals: { rpId: string; passkeys: readonly ListedPasskey[] } | null;
  note: ProfileNote | null;
  /** Seconds until another e-mail can be asked for. */
  waitS: number;
  problem: AppError | null;
  /** What the person has typed, if the form was not accepted. */
  typed: { firstName?: string | undefined; lastName?: string | undefined; tel?: string | undefined } | null;
  own: UserFieldsForm;
  /** Where a person goes who was asked to confirm the address. */
  returnTo: string | null;
  /** Whether the person can confirm a phone number. */
  confirmsTel: boolean;
  /** The change of the address that waits for its e-mails. */
  change: ListedEmailChange | null;
}

export function ProfilePage(props: ProfileProps, context: ViewContext): Content {
  const { user, signals, note, problem, change, nav } = props;
  const { words, frame } = context;
  const { profile } = words.account;
  const mustConfirm = !user.emailVerified && frame.sendsMails;
  return accountPage(
    context,
    { title: profile.title, section: '/account', passkey: signals !== null, nav },
    <>
      {signals && <PasskeySignals user={user} {...signals} />}
      {note && <Note>{{ ...profile.done, ...words.common.code }[note]}</Note>}
      <Problem problem={problem} words={words} own={ofMailCode(problem, words)} />
      {change && <WaitingChange change={change} context={context} />}
      {mustConfirm && <ConfirmEmail {...props} context={context} />}
      <AboutForm {...props} context={context} />
      <SignInRows {...props} context={context} />
      <LanguageForm context={context} />
    </>,
  );
}

type PartProps<Key extends keyof ProfileProps> = Pick<ProfileProps, Key> & { context: ViewContext };

function ConfirmEmail(props: PartProps<'user' | 'problem' | 'returnTo' | 'waitS'>) {
  const { user, problem, returnTo, waitS, context } = props;
  const { words, frame } = context;
  const { profile } = words.account;
  return (
    <section class="card stack">
      <h2>{profile.confirmTitle}</h2>
      <p class="quiet">{words.common.code.sent(user.email)}</p>
      <Form action={`${frame.base}/account/email/verification/code`} returnTo={returnTo}>
        <MailCodeField words={words} problem={problem} />
        <button type="submit">{profile.confirmAction}</button>
      </Form>
      <SendAgain action={`${frame.base}/account/email/verification`} {...{ returnTo, waitS, words }} />
    </section>
  );
}

function AboutForm(props: PartProps<'user' | 'typed' | 'own' | 'problem' | 'confirmsTel'>) {
  const { user, typed, own, problem, confirmsTel, context } = props;
  const { words, frame } = context;
  const values = typed ?? { firstName: user.firstName, lastName: user.lastName, tel: user.tel ?? undefined };
  return (
    <section class="card stack">
      <h2>{words.account.profile.about}</h2>
      <Form action={`${frame.base}/account`}>
        <NameFields values={values} problem={problem} words={words} />
        {(frame.asksPhone || user.tel !== null) && (
          <>
            {/* A form without the field must not remove the number. */}
            <input type="hidden" name="with_tel" value="yes" />
            <TelField value={values.tel} words={words} problem={problem} />
          </>
        )}
        {confirmsTel && <TelState user={user} context={context} />}
        <UserFieldInputs form={own} problem={problem} context={context} />
        <button type="submit">{words.common.save}</button>
      </Form>
    </section>
  );
}

function TelState({ user, context: { words, frame } }: PartProps<'user'>) {
  const { profile, tel } = words.account;
  return (
    <p>
      {user.tel !== null && (
        <span class={user.telVerified ? 'tag good' : 'tag warn'}>
          {user.telVerified ? profile.confirmed : profile.notConfirmed}
        </span>
      )}{' '}
      {!user.telVerified && <a href={`${frame.base}/account/phone`}>{tel.title}</a>}
    </p>
  );
}

function SignInRows({ user, hasPassword, context: { words, frame } }: PartProps<'user' | 'hasPassword'>) {
  const { profile, change } = words.account;
  return (
    <section class="card stack">
      <h2>{profile.signIn}</h2>
      {frame.acting && <p class="quiet">{words.account.onlyOwner}</p>}
      <ul class="rows">
        <li>
          <div>
            <h3>{profile.email}</h3>
            <p>
              {user.email}{' '}
              <span class={user.emailVerified ? 'tag good' : 'tag warn'}>
                {user.emailVerified ? profile.confirmed : profile.notConfirmed}
              </span>
            </p>
          </div>
          {!frame.acting && (
            <a href={`${frame.base}/account/email`} aria-label={profile.changeEmail}>
              {change}
            </a>
          )}
        </li>
        <li>
          <div>
            <h3>{profile.password}</h3>
            {!hasPassword && <p class="quiet">{profile.noPassword}</p>}
          </div>
          {!frame.acting &&
            (hasPassword ? (
              <a href={`${frame.base}/account/password`} aria-label={profile.changePassword}>
                {change}
              </a>
            ) : (
              <a href={`${frame.base}/forgot`} aria-label={words.account.setPassword}>
                {profile.setOne}
              </a>
            ))}
        </li>
      </ul>
    </section>
  );
}

function LanguageForm({ context: { words, frame } }: { context: ViewContext }) {
  return (
    <section class="card stack">
      <Form action={`${frame.base}/account/language`}>
        <div class="field">
          <label for="locale">{words.account.profile.language}</label>
          <select id="locale" name="locale" autocomplete="language">
            {locales.map((locale) => (
              <option value={locale} lang={locale} selected={locale === frame.locale}>
                {languageNames[locale]}
              </option>
            ))}
          </select>
        </div>
        <button type="submit">{words.common.save}</button>
      </Form>
    </section>
  );
}

/** A person who has left the page of the codes finds the way back here. */
function WaitingChange({ change, context: { words, frame } }: { change: ListedEmailChange; context: ViewContext }) {
  const { title, waiting, enterCode, stay } = words.account.email;
  return (
    <section class="card stack">
      <h2>{title}</h2>
      <p>{waiting(change.email)}</p>
      <Form action={`${frame.base}/account/email/cancel`}>
        <p class="actions">
          <a class="button" href={`${frame.base}/account/email/code`}>
            {enterCode}
          </a>
          <button type="submit" class="second">
            {stay}
          </button>
        </p>
      </Form>
    </section>
  );
}

interface EmailProps extends AccountFrame {
  user: User;
  proof: Proof;
  problem: AppError | null;
  email?: string | undefined;
}

export function ChangeEmailPage({ user, proof, problem, email, nav }: EmailProps, context: ViewContext): Content {
  const { words, frame } = context;
  const texts = words.account.email;
  return pageBelow(
    context,
    { title: texts.title, section: '/account', nav },
    <>
      <p class="quiet">{texts.text}</p>
      <Problem problem={problem} words={words} own={ownProblems(words)} />
      <dl>
        <dt>{texts.present}</dt>
        <dd>{user.email}</dd>
      </dl>
      {frame.sendsMails ? (
        <ProofForm
          action="/account/email"
          proof={proof}
          problem={problem}
          context={context}
          fields={
            <Field
              name="email"
              type="email"
              label={texts.label}
              words={words}
              autocomplete="email"
              value={email}
              problem={problem}
            />
          }
        >
          <Actions label={texts.action} cancel="/account" context={context} />
        </ProofForm>
      ) : (
        <Note>{words.common.noMails}</Note>
      )}
    </>,
  );
}

interface EmailCodeProps extends AccountFrame {
  /** The address whose code the page waits for. */
  email: string;
  /** Whether the new address was confirmed, and the present one must agree, too. */
  isApproval: boolean;
  problem: AppError | null;
}

/** Waits for the code of the e-mail to the new address, and then for that of the present one. */
export function EmailCodePage({ email, isApproval, problem, nav }: EmailCodeProps, context: ViewContext): Content {
  const { words, frame } = context;
  const { title, otherCodeText, confirm } = words.account.email;
  const { code } = words.common;
  return pageBelow(
    context,
    { title, section: '/account', shownOnce: true, nav },
    <>
      <p role="status">{isApproval ? otherCodeText(email) : code.sent(email)}</p>
      <Problem problem={problem} words={words} own={ofMailCode(problem, words)} />
      <Form action={`${frame.base}/account/email/code`}>
        <input type="hidden" name="email" value={email} />
        <MailCodeField words={words} problem={problem} />
        <Actions label={confirm} cancel="/account" context={context} />
      </Form>
    </>,
  );
}

interface PasswordProps extends AccountFrame {
  hasPassword: boolean;
  keys: { count: number; isChosen: boolean };
  problem: AppError | null;
}

export function ChangePasswordPage({ hasPassword, keys, problem, nav }: PasswordProps, context: ViewContext): Content {
  const { words, frame } = context;
  const texts = words.account.password;
  return pageBelow(
    context,
    { title: texts.title, section: '/account', nav },
    <>
      {hasPassword && <p class="quiet">{texts.text}</p>}
      <Problem problem={problem} words={words} own={{ ...ownProblems(words), CONFLICT: texts.changedMeanwhile }} />
      <ProofForm
        action="/account/password"
        proof={hasPassword ? 'password' : 'none'}
        problem={problem}
        context={context}
      >
        <p>
          <a href={`${frame.base}/forgot`}>{texts.forgot}</a>
        </p>
        <NewPasswordField name="newPassword" replaces words={words} problem={problem} />
        <DeleteKeys {...keys} words={words} />
        <Actions label={texts.action} cancel="/account" context={context} />
      </ProofForm>
    </>,
  );
}
