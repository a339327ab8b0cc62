import type { ComponentChildren } from 'preact';
import type { ListedPasskey } from '../../accounts/factors/passkey.answers';
import type { AppError } from '../../platform/errors/app-error';
import { CodeField, Field, Form, Note, PasskeyForm, Problem, ReturnTo } from '../kit/form.page';
import { Icon } from '../kit/icons.page';
import type { Content, ViewContext } from '../kit/layout.page';
import type { IconName } from '../kit/look/icon-paths';
import { PasskeySignals } from '../kit/passkey-signals.page';
import { AppKey } from '../kit/qr-code.page';
import { hrefOf, withReturn } from '../kit/return-to';
import { Time } from '../kit/time.page';
import type { Words } from '../words/en';
import { type AccountFacts, mustConfirmFirst, offersOf, sentencesOf } from './account-facts';
import { IdentityRows } from './account-identities.page';
import {
  type AccountFrame,
  Actions,
  AddedAndUsed,
  accountPage,
  ConfirmFirst,
  ownProblems,
  type Proof,
  ProofForm,
  pageBelow,
} from './account-shell.page';

/** What the pages of factors get. They keep the place to which the person goes after them. */
interface FactorFrame extends AccountFrame {
  returnTo: string | null;
}

export type SecurityNote = keyof Words['account']['security']['done'];

interface SecurityProps extends FactorFrame {
  facts: AccountFacts;
  note: SecurityNote | null;
}

export function SecurityPage(props: SecurityProps, context: ViewContext): Content {
  const { facts, note, returnTo, nav } = props;
  // The password manager of a super admin has no passkey of the user.
  const signals = facts.passkeys && !facts.isActing;
  const { words, frame } = context;
  const { security, profile } = words.account;
  return accountPage(
    context,
    { title: security.title, section: '/account/security', passkey: signals, nav },
    <>
      {signals && <PasskeySignals rpId={facts.passkeyRpId} user={facts.user} passkeys={facts.factors.passkeys} />}
      {note && <Note>{security.done[note]}</Note>}
      {mustConfirmFirst(facts) && !facts.isActing && (
        <Note>
          {security.confirmFirst} <a href={`${frame.base}/account`}>{profile.confirmTitle}</a>
        </Note>
      )}
      <section class="card">
        <ul class="rows">
          <FactorRows facts={facts} returnTo={returnTo} context={context} />
          <PasskeyRows facts={facts} returnTo={returnTo} context={context} />
          <RecoveryCodesRow facts={facts} returnTo={returnTo} context={context} />
          <IdentityRows facts={facts} returnTo={returnTo} context={context} />
        </ul>
      </section>
    </>,
  );
}

interface RowsProps {
  facts: AccountFacts;
  returnTo: string | null;
  context: ViewContext;
}

/** The address of a page below this one, from which the person comes back. */
const pageOf = (own: string, { returnTo, context }: RowsProps) =>
  withReturn(`${context.frame.base}/account/security/${own}`, returnTo);

/** Two-step sign-in, and the authenticator app. */
function FactorRows(props: RowsProps) {
  const { facts, context } = props;
  const { words, frame } = context;
  const { security } = words.account;
  const { factors, isActing } = facts;
  const offers = offersOf(facts);
  const sentences = sentencesOf(facts, words, frame.locale);
  return (
    <>
      <SecurityRow
        icon="lock"
        title={security.twoStep}
        tag={<StateTag state={factors.twoStep ? 'on' : 'off'} words={words} />}
        since={factors.twoStepTs}
        action={
          (offers.switchOn || offers.switchOff) && {
            href: pageOf('two-step', props),
            label: offers.switchOff ? security.switchOff : security.switchOn,
          }
        }
        context={context}
      >
        {sentences.twoStep}
      </SecurityRow>
      <SecurityRow
        icon="clock"
        title={security.totp}
        tag={<StateTag state={sentences.totpTag} words={words} />}
        since={factors.totpTs}
        action={
          factors.totp
            ? offers.removeTotp && { href: pageOf('totp/remove', props), label: security.removeTotp }
            : offers.addWayIn && { href: pageOf('totp', props), label: security.addTotp }
        }
        context={context}
      >
        {sentences.totp} {factors.totp && !isActing && !offers.removeTotp && security.lastFactor}
      </SecurityRow>
    </>
  );
}

function PasskeyRows(props: RowsProps) {
  const { facts, context } = props;
  const { security } = context.words.account;
  const { passkeys } = facts.factors;
  const canAdd = facts.passkeys && offersOf(facts).addWayIn;
  return (
    <>
      {(facts.passkeys || passkeys.length > 0) && (
        <SecurityRow
          icon="passkey"
          title={security.passkeys}
          action={canAdd && { href: pageOf('passkeys/add', props), label: security.addPasskey }}
          context={context}
        >
          {security.passkeysText}
        </SecurityRow>
      )}
      {passkeys.map((passkey) => (
        <PasskeyRow passkey={passkey} facts={facts} href={pageOf(`passkeys/${passkey.id}`, props)} context={context} />
      ))}
    </>
  );
}

function RecoveryCodesRow(props: RowsProps) {
  const { facts, context } = props;
  const { security } = context.words.account;
  const { totp, passkeys, twoStep, recoveryCodes } = facts.factors;
  if (!twoStep || (!totp && passkeys.length === 0)) return null;
  return (
    <SecurityRow
      icon="codes"
      title={security.recoveryCodes}
      tag={<span class={recoveryCodes > 0 ? 'tag good' : 'tag bad'}>{security.left(recoveryCodes)}</span>}
      action={offersOf(facts).newCodes && { href: pageOf('recovery-codes', props), label: security.newCodes }}
      context={context}
    >
      {security.recoveryCodesText}
    </SecurityRow>
  );
}

const StateTag = ({ state, words: { account } }: { state: 'on' | 'off' | 'added'; words: Words }) => (
  <span class={state === 'off' ? 'tag off' : 'tag good'}>
    {account.security[state === 'added' ? 'isAdded' : state]}
  </span>
);

interface SecurityRowProps {
  icon: IconName;
  title: string;
  tag?: ComponentChildren;
  /** Since when it is on. */
  since?: Date | null;
  action: { href: string; label: string } | false;
  context: ViewContext;
  children: ComponentChildren;
}

function SecurityRow({ icon, title, tag, since, action, context: { words, frame }, children }: SecurityRowProps) {
  return (
    <li>
      <Icon name={icon} />
      <div>
        <h2>
          {title} {tag}
        </h2>
        <p class="quiet">{children}</p>
        {since && (
          <p class="quiet small">
            {words.account.security.since} <Time at={since} locale={frame.locale} />
          </p>
        )}
      </div>
      {action && (
        <a class="button second" href={action.href}>
          {action.label}
        </a>
      )}
    </li>
  );
}

interface RowProps {
  passkey: ListedPasskey;
  facts: AccountFacts;
  href: string;
  context: ViewContext;
}

function PasskeyRow({ passkey: { name, automatic, createdTs, lastUsedTs }, facts, href, context }: RowProps) {
  const { change, security } = context.words.account;
  return (
    <li class="inner">
      <div>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        {automatic && <p class="quiet small">{security.automatic}</p>}
        <AddedAndUsed createdTs={createdTs} lastUsedTs={lastUsedTs} context={context} />
      </div>
      {!facts.isActing && (
        <a href={href} aria-label={`${change}: ${name}`}>
          {change}
        </a>
      )}
    </li>
  );
}

interface AddPasskeyProps extends FactorFrame {
  proof: Proof;
  /** The options for `navigator.credentials.create`. Null before the proof. */
  options: object | null;
  problem: AppError | null;
}

export function AddPasskeyPage(props: AddPasskeyProps, context: ViewContext): Content {
  const { proof, options, problem, returnTo, nav } = props;
  const { words, frame } = context;
  const texts = words.account.addPasskey;
  const own = { ...ownProblems(words), INVALID_TOKEN: texts.rejected, CONFLICT: texts.tooMany };
  const cancel = (
    <p>
      <a href={`${frame.base}/account/security`}>{words.common.cancel}</a>
    </p>
  );
  return pageBelow(
    context,
    { title: texts.title, section: '/account/security', passkey: options !== null, nav },
    <>
      <p class="quiet">{texts.text}</p>
      <Problem problem={problem} words={words} own={own} />
      <ConfirmFirst
        problem={problem}
        returnTo={withReturn('/account/security/passkeys/add', returnTo)}
        context={context}
      />
      {options ? (
        <>
          <PasskeyForm
            action={`${frame.base}/account/security/passkeys`}
            kind="create"
            options={options}
            label={texts.action}
            problemText={texts.problem}
          >
            <ReturnTo place={returnTo} />
          </PasskeyForm>
          <p class="fallback note warning">{texts.unsupported}</p>
          {cancel}
        </>
      ) : proof === 'earlier' ? (
        cancel
      ) : (
        <ProofForm action="/account/security/passkeys/add" {...{ proof, problem, returnTo, context }}>
          <Actions label={texts.continue} cancel="/account/security" context={context} />
        </ProofForm>
      )}
    </>,
  );
}

interface PasskeyProps extends FactorFrame {
  /** False if it is the only second factor, and one is required. */
  canRemove: boolean;
  passkey: Pick<ListedPasskey, 'id' | 'name'>;
  /** What the person has typed, if the name was not accepted. */
  typed: string | null;
  problem: AppError | null;
}

export function PasskeyPage(
  { passkey, canRemove, typed, problem, returnTo, nav }: PasskeyProps,
  context: ViewContext,
): Content {
  const { words, frame } = context;
  const texts = words.account.passkey;
  const path = `/account/security/passkeys/${passkey.id}`;
  return accountPage(
    context,
    { title: passkey.name, section: '/account/security', below: true, nav },
    <section class="card stack-wide">
      <Problem problem={problem} words={words} />
      <Form action={frame.base + path} returnTo={returnTo}>
        <Field name="name" label={texts.name} words={words} value={typed ?? passkey.name} problem={problem} />
        <Actions label={texts.action} cancel="/account/security" context={context} />
      </Form>
      <p>
        {canRemove ? (
          <a href={withReturn(`${frame.base}${path}/remove`, returnTo)}>{texts.remove}</a>
        ) : (
          words.account.security.lastFactor
        )}
      </p>
    </section>,
  );
}

interface ConfirmProps extends FactorFrame {
  title: string;
  text: string;
  path: string;
  label: string;
  danger: boolean;
  fields?: ComponentChildren;
}

/** Asks before a change of the second factors. */
const confirmation = (
  { title, text, path, label, danger, returnTo, fields, nav }: ConfirmProps,
  context: ViewContext,
): Content =>
  pageBelow(
    context,
    { title, section: '/account/security', nav },
    <>
      <p>{text}</p>
      <Form action={context.frame.base + path} returnTo={returnTo}>
        {fields}
        <Actions label={label} cancel={returnTo ?? '/account/security'} danger={danger} context={context} />
      </Form>
    </>,
  );

/** Says what else happens if this is the last factor. */
const withEnd = (text: string, facts: AccountFacts, { words, frame }: ViewContext): string =>
  [text, sentencesOf(facts, words, frame.locale).ifLast].filter(Boolean).join(' ');

export const RemovePasskeyPage = (
  {
    passkey: { id, name, automatic },
    facts,
    ...kept
  }: FactorFrame & { passkey: Pick<ListedPasskey, 'id' | 'name' | 'automatic'>; facts: AccountFacts },
  context: ViewContext,
): Content => {
  const { remove, removeText } = context.words.account.passkey;
  const text = automatic ? removeText : withEnd(removeText, facts, context);
  const path = `/account/security/passkeys/${id}/remove`;
  return confirmation({ title: name, text, path, label: remove, danger: true, ...kept }, context);
};

export const RemoveTotpPage = (
  { facts, ...kept }: FactorFrame & { facts: AccountFacts },
  context: ViewContext,
): Content => {
  const { title, text: removes, action } = context.words.account.removeTotp;
  const text = withEnd(removes, facts, context);
  const path = '/account/security/totp/remove';
  return confirmation({ title, text, path, label: action, danger: true, ...kept }, context);
};

export const SwitchTwoStepPage = (
  { facts, ...kept }: FactorFrame & { facts: AccountFacts },
  context: ViewContext,
): Content => {
  const { security, twoStep } = context.words.account;
  const { ifOn, ifOff } = sentencesOf(facts, context.words, context.frame.locale);
  const isOn = facts.factors.twoStep;
  const texts = isOn
    ? { text: ifOff, label: twoStep.switchOff, danger: true }
    : { text: ifOn, label: twoStep.switchOn, danger: false };
  const path = '/account/security/two-step';
  const fields = <input type="hidden" name="enabled" value={String(!isOn)} />;
  return confirmation({ title: security.twoStep, path, fields, ...kept, ...texts }, context);
};

export const NewRecoveryCodesPage = (kept: FactorFrame, context: ViewContext): Content => {
  const { security, recoveryCodes } = context.words.account;
  const { title, renewText, renew } = recoveryCodes;
  const text = `${security.recoveryCodesText} ${renewText}`;
  const path = '/account/security/recovery-codes';
  return confirmation({ title, text, path, label: renew, danger: false, ...kept }, context);
};

interface AddTotpProps extends FactorFrame {
  proof: Proof;
  problem: AppError | null;
}

export function AddTotpPage({ proof, problem, returnTo, nav }: AddTotpProps, context: ViewContext): Content {
  const { words } = context;
  const texts = words.account.addTotp;
  return pageBelow(
    context,
    { title: texts.title, section: '/account/security', nav },
    <>
      <p class="quiet">{texts.text}</p>
      <Problem problem={problem} words={words} own={{ ...ownProblems(words), CONFLICT: texts.exists }} />
      <ConfirmFirst problem={problem} returnTo={withReturn('/account/security/totp', returnTo)} context={context} />
      <ProofForm action="/account/security/totp" {...{ proof, problem, returnTo, context }}>
        <Actions label={texts.continue} cancel="/account/security" context={context} />
      </ProofForm>
    </>,
  );
}

interface ConfirmTotpProps extends FactorFrame {
  secret: string;
  /** The key URI, which the QR code contains. */
  uri: string;
  problem: AppError | null;
}

export function ConfirmTotpPage(props: ConfirmTotpProps, context: ViewContext): Content {
  const { secret, uri, problem, returnTo, nav } = props;
  const { words, frame } = context;
  const texts = words.account.addTotp;
  return pageBelow(
    context,
    { title: texts.title, section: '/account/security', shownOnce: true, nav },
    <>
      <p>{texts.scan}</p>
      <Problem problem={problem} words={words} own={{ INVALID_TOKEN: words.common.problems.wrongCode }} />
      <AppKey secret={secret} uri={uri} words={words} />
      <Form action={`${frame.base}/account/security/totp/confirm`} returnTo={returnTo}>
        <input type="hidden" name="secret" value={secret} />
        <input type="hidden" name="uri" value={uri} />
        <CodeField words={words} problem={problem} />
        <Actions label={texts.action} cancel="/account/security" context={context} />
      </Form>
    </>,
  );
}

export function RecoveryCodesPage(
  { codes, returnTo, nav }: FactorFrame & { codes: readonly string[] },
  context: ViewContext,
) {
  const { words, frame } = context;
  const texts = words.account.recoveryCodes;
  return accountPage(
    context,
    { title: texts.title, section: '/account/security', below: true, shownOnce: true, nav },
    <section class="card stack-wide">
      <p role="status">{texts.text}</p>
      <ol class="codes">
        {codes.map((code) => (
          <li>{code}</li>
        ))}
      </ol>
      <div class="actions no-print" data-keep={texts.file} hidden>
        <button type="button" class="second" data-way="copy" data-done={texts.copied}>
          {texts.copy}
        </button>
        <button type="button" class="second" data-way="download">
          {texts.download}
        </button>
        <button type="button" class="second" data-way="print">
          {texts.print}
        </button>
      </div>
      <p class="no-print">
        <a class="button" href={hrefOf(returnTo ?? '/account/security', frame.base)}>
          {texts.done}
        </a>
      </p>
    </section>,
  );
}
