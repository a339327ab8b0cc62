import type { GivenNames } from '../../features/password-change/password-reset.service';
import type { AppError } from '../../platform/errors/app-error';
import { Agreement } from '../kit/agreement.page';
import { Form, NameFields, NewPasswordField, Problem, UserName } from '../kit/form.page';
import type { Content, Frame, ViewContext } from '../kit/layout.page';
import { WayOn } from '../kit/problem.page';
import { problemText } from '../kit/problem-text';
import { hrefOf, withReturn } from '../kit/return-to';
import type { Words } from '../words/en';
import type { LinkWords } from '../words/link-words';

/** What a link does: the name of its texts. */
export type LinkAction =
  | 'verify'
  | 'createAccount'
  | 'changeEmail'
  | 'reset'
  | 'welcome'
  | 'secure'
  | 'undoEmailChange'
  | 'cancelDeletion'
  | 'signIn';

/** Where a page leads. `home` is for a person who is signed in. */
interface NextPage {
  to: 'login' | 'home' | 'forgot' | 'register' | 'again';
  returnTo: string | null;
}

/** The state of a page. The form posts to the address of the page, so the token is nowhere in its content. */
export type LinkView =
  /** `email` is the address of the account. With `names`, the page also asks an invited person for them. */
  | { state: 'asking'; action: LinkAction; email: string | null; problem?: AppError; names?: GivenNames | null }
  | {
      state: 'done';
      action: Exclude<LinkAction, 'signIn'>;
      outcome?: 'waiting' | 'disowned' | 'already';
      next: NextPage | null;
    }
  /** Another browser has asked for the mail. */
  | { state: 'elsewhere'; hasCode: boolean }
  /** Another mail was sent to the address of a link that was no longer valid. */
  | { state: 'sent' }
  | { state: 'failed'; problem: keyof LinkWords['problems']; canSend?: boolean; next?: NextPage }
  /** The link is still valid. */
  | { state: 'limited'; problem: AppError };

function nextOf(view: LinkView): NextPage | null {
  if ('next' in view && view.next) return view.next;
  if (view.state === 'elsewhere') return { to: 'login', returnTo: null };
  if (view.state === 'limited') return { to: 'again', returnTo: null };
  if (view.state !== 'failed' || view.canSend) return null;
  return { to: view.problem === 'unavailable' ? 'again' : 'login', returnTo: null };
}

export function LinkPage(view: LinkView, context: ViewContext): Content {
  const { words, frame } = context;
  const title = titleOf(view, words, frame.product);
  const next = nextOf(view);
  return {
    title,
    body: (
      <div class="card stack-wide">
        <h1>{title}</h1>
        <LinkContent view={view} context={context} />
        {next && (next.to === 'again' || frame.areas.includes('sign-in')) ? (
          <p>
            <NextLink next={next} words={words} frame={frame} />
          </p>
        ) : (
          view.state === 'failed' && <WayOn context={context} />
        )}
      </div>
    ),
  };
}

/** The address of the page has the token, so no link names it. A form must be sent to it without parameters. */
const thisPage = '';

function NextLink({ next: { to, returnTo }, words, frame }: { next: NextPage; words: Words; frame: Frame }) {
  const { common, links, signIn } = words;
  if (to === 'again') return <a href={thisPage}>{common.openAgain}</a>;
  if (to === 'home')
    return <a href={returnTo ? hrefOf(returnTo, frame.base) : (frame.home ?? frame.base)}>{common.continue}</a>;
  const label = { login: common.signIn, forgot: links.again, register: signIn.register.title }[to];
  return <a href={withReturn(`${frame.base}/${to}`, returnTo)}>{label}</a>;
}

/** Someone else may have entered the address. */
const canBeDisowned: readonly LinkAction[] = ['verify', 'createAccount'];

function titleOf(view: LinkView, { links, common }: Words, product: string): string {
  switch (view.state) {
    case 'asking':
      return view.action === 'welcome' ? links.welcome.title(product) : links[view.action].title;
    case 'done':
      return links.doneTitle;
    case 'elsewhere':
      return links.signIn.title;
    case 'sent':
      return common.code.title;
    case 'failed':
    case 'limited':
      return links.problemTitle;
  }
}

function LinkContent({ view, context }: { view: LinkView; context: ViewContext }) {
  const { words } = context;
  const { links } = words;
  switch (view.state) {
    case 'asking':
      return (
        <>
          <p>{links[view.action].text}</p>
          {isPasswordAction(view.action) ? (
            <PasswordForm
              action={view.action}
              email={view.email}
              context={context}
              problem={view.problem ?? null}
              names={view.names ?? null}
            />
          ) : (
            <ConfirmForm action={view.action} words={links} />
          )}
          {canBeDisowned.includes(view.action) && <DisownForm words={links} />}
        </>
      );
    case 'done':
      return <p role="status">{doneText(view, links)}</p>;
    case 'elsewhere':
      return <p role="status">{view.hasCode ? links.signIn.elsewhere : links.signIn.openThere}</p>;
    case 'sent':
      return <p role="status">{links.sentAgain}</p>;
    case 'failed':
      return (
        <>
          <p role="alert">{links.problems[view.problem]}</p>
          {view.canSend && (
            <Form>
              <button type="submit" class="wide-button" name="intent" value="send-again">
                {links.again}
              </button>
            </Form>
          )}
        </>
      );
    case 'limited':
      return <p role="alert">{problemText(view.problem, words)}</p>;
  }
}

function doneText({ action, outcome }: LinkView & { state: 'done' }, words: LinkWords): string {
  if (outcome === 'waiting') return words.changeEmail.waiting;
  if (outcome === 'already') return words.verify.already;
  return outcome === 'disowned' ? words.verify.disowned : words[action].done;
}

type PasswordAction = Extract<LinkAction, 'reset' | 'welcome' | 'secure' | 'createAccount'>;
const isPasswordAction = (action: LinkAction): action is PasswordAction =>
  ['reset', 'welcome', 'secure', 'createAccount'].includes(action);

interface PasswordFormProps {
  action: PasswordAction;
  email: string | null;
  context: ViewContext;
  problem: AppError | null;
  names: GivenNames | null;
}

function PasswordForm({ action, email, context, problem, names }: PasswordFormProps) {
  const { words } = context;
  return (
    <>
      <Problem problem={problem} words={words} />
      <Form>
        <UserName email={email} />
        {names && <NameFields values={names} problem={problem} words={words} />}
        <NewPasswordField
          name="password"
          replaces={action === 'reset' || action === 'secure'}
          words={words}
          problem={problem}
        />
        {action === 'welcome' && <Agreement context={context} />}
        <button type="submit" class="wide-button">
          {words.links[action].action}
        </button>
      </Form>
    </>
  );
}

function ConfirmForm({ action, words }: { action: Exclude<LinkAction, PasswordAction>; words: LinkWords }) {
  return (
    <Form>
      <button type="submit" class="wide-button">
        {words[action].action}
      </button>
    </Form>
  );
}

function DisownForm({ words }: { words: LinkWords }) {
  return (
    <>
      <p class="quiet">{words.verify.notMeText}</p>
      <Form>
        <button type="submit" class="wide-button second" name="intent" value="disown">
          {words.verify.notMe}
        </button>
      </Form>
    </>
  );
}
