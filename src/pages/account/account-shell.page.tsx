import type { ComponentChildren } from 'preact';
import type { AppError } from '../../platform/errors/app-error';
import { Check, CurrentPasswordField, Form, Note } from '../kit/form.page';
import { Icon, MenuLink } from '../kit/icons.page';
import type { Content, ViewContext } from '../kit/layout.page';
import type { IconName } from '../kit/look/icon-paths';
import { hrefOf } from '../kit/return-to';
import { Time } from '../kit/time.page';
import type { Words } from '../words/en';

/** What every page of the account gets. */
export interface AccountFrame {
  nav: AccountNav;
}

/** Where a person goes from a page of the account. */
export interface AccountNav {
  sections: readonly Section[];
  /** Whether the person can open the console. */
  hasConsole: boolean;
}

/** An entry of the navigation. */
export interface Section {
  path: string;
  icon: IconName;
  label: (words: Words) => string;
}

/**
 * What a form asks for before a change that could lock the person out. With `earlier`, a sign-in or a step-up has proved it;
 * with `none`, there is nothing to change.
 */
export type Proof = 'password' | 'earlier' | 'none';

interface AccountPageParts extends AccountFrame {
  title: string;
  /** The path of the section. */
  section: string;
  /** Whether the page is below the one that the navigation leads to. */
  below?: boolean;
  passkey?: boolean;
  shownOnce?: boolean;
}

/** Returns a page with the navigation of the account. */
export function accountPage(context: ViewContext, parts: AccountPageParts, children: ComponentChildren): Content {
  const { title, passkey = false, shownOnce = false, nav, section, below = false } = parts;
  const { words, frame } = context;
  return {
    title,
    wide: true,
    passkey,
    shownOnce,
    menu: (
      <ul class="links">
        {frame.homeUrl !== null && (
          <li>
            <MenuLink href={frame.homeUrl} icon="back" label={words.common.backTo(frame.product)} />
          </li>
        )}
        {nav.hasConsole && (
          <li>
            <MenuLink href={`${frame.base}/console`} icon="chart" label={words.common.console} />
          </li>
        )}
        <li>
          <MenuLink href={`${frame.base}/logout`} icon="out" label={words.common.signOut} />
        </li>
      </ul>
    ),
    body: (
      <AccountShell sections={nav.sections} section={section} below={below} context={context}>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {frame.acting && (below || section !== '/account') && <Note>{words.account.onlyOwner}</Note>}
        {children}
      </AccountShell>
    ),
  };
}

/** Returns a page below that of a section. It has one card. */
export const pageBelow = (context: ViewContext, parts: AccountPageParts, children: ComponentChildren): Content =>
  accountPage(context, { ...parts, below: true }, <section class="card stack">{children}</section>);

interface ShellProps {
  sections: readonly Section[];
  section: string;
  below: boolean;
  context: ViewContext;
  children: ComponentChildren;
}

const AccountShell = ({ sections, section, below, context: { words, frame }, children }: ShellProps) => (
  <div class="columns">
    <nav class="no-print" aria-label={words.common.account}>
      <ul class="nav">
        {sections.map(({ path, icon, label }) => (
          <li>
            <a href={frame.base + path} aria-current={path !== section ? undefined : below ? 'true' : 'page'}>
              <Icon name={icon} />
              {label(words)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    <div class="stack-wide narrow">{children}</div>
  </div>
);

interface ProofFormProps {
  action: string;
  proof: Proof;
  problem: AppError | null;
  returnTo?: string | null;
  context: ViewContext;
  /** The fields before the password. */
  fields?: ComponentChildren;
  children: ComponentChildren;
}

/** A form that asks for the current password, if the operation needs it. */
export function ProofForm(props: ProofFormProps) {
  const { action, proof, problem, returnTo, context, fields, children } = props;
  const { words, frame } = context;
  if (proof === 'none')
    return (
      <p>
        {words.account.noPassword} <a href={`${frame.base}/forgot`}>{words.account.setPassword}</a>
      </p>
    );
  return (
    <Form action={frame.base + action} returnTo={returnTo}>
      {fields}
      {proof === 'password' && (
        <CurrentPasswordField
          name="currentPassword"
          email={frame.email}
          label={words.common.fields.currentPassword}
          words={words}
          problem={problem}
        />
      )}
      {children}
    </Form>
  );
}

/** The form has only asked for the password. */
export const ownProblems = ({ common, account }: Words) => ({
  INVALID_CREDENTIALS: common.problems.wrongPassword,
  EMAIL_NOT_VERIFIED: account.security.confirmFirst,
});

/** Before a second factor is added: sends the e-mail again with which the person confirms the address. */
export const ConfirmFirst = (props: { problem: AppError | null; returnTo: string; context: ViewContext }) =>
  props.problem?.code === 'EMAIL_NOT_VERIFIED' ? (
    <Form action={`${props.context.frame.base}/account/email/verification`} returnTo={props.returnTo}>
      <button type="submit" class="second">
        {props.context.words.common.code.again}
      </button>
    </Form>
  ) : null;

interface DeleteKeysProps {
  /** How many the person has. */
  count: number;
  isChosen?: boolean;
  words: Words;
}

/** Offers to delete all API keys with another change, which would leave them. */
export const DeleteKeys = ({ count, isChosen = false, words: { account } }: DeleteKeysProps) =>
  count > 0 && (
    <Check
      name="delete_keys"
      label={account.keys.deleteAll(count)}
      hint={account.keys.deleteAllHint}
      checked={isChosen}
    />
  );

interface ActionsProps {
  label: string;
  /** Where the link leads that changes nothing. */
  cancel: string;
  danger?: boolean;
  context: ViewContext;
}

export const Actions = ({ label, cancel, danger = false, context: { words, frame } }: ActionsProps) => (
  <p class="actions">
    <button type="submit" class={danger ? 'danger' : undefined}>
      {label}
    </button>
    <a href={hrefOf(cancel, frame.base)}>{words.common.cancel}</a>
  </p>
);

interface AddedAndUsedProps {
  createdTs: Date;
  lastUsedTs: Date | null;
  context: ViewContext;
}

/** When a way to sign in was added, and when it was last used. */
export function AddedAndUsed({ createdTs, lastUsedTs, context: { words, frame } }: AddedAndUsedProps) {
  const { security } = words.account;
  return (
    <p class="quiet small">
      {security.added} <Time at={createdTs} locale={frame.locale} />
      {lastUsedTs && (
        <>
          {' · '}
          {security.lastUsed} <Time at={lastUsedTs} locale={frame.locale} />
        </>
      )}
    </p>
  );
}
