import type { AppError } from '../../platform/errors/app-error';
import { Field, Form, Problem } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import type { Words } from '../words/en';
import type { LinkWords } from '../words/link-words';

/** What a link does: the name of its texts. */
export type LinkAction = 'verify' | 'createAccount' | 'changeEmail' | 'reset' | 'undoEmailChange' | 'cancelDeletion';

/** The state of a page. The form posts to the address of the page, so the token is nowhere in its content. */
export type LinkView =
  | { state: 'asking'; action: LinkAction; problem?: AppError }
  | { state: 'done'; action: LinkAction; outcome?: 'waiting' | 'disowned' }
  | { state: 'failed'; problem: keyof LinkWords['problems'] };

export function LinkPage(view: LinkView, { words, frame }: ViewContext): Content {
  const title = titleOf(view, words.links);
  const isNext = view.state === 'done' && !view.outcome && loginFollows.includes(view.action);
  return {
    title,
    body: (
      <div class="card stack-wide">
        <h1>{title}</h1>
        <LinkContent view={view} words={words} />
        {isNext && frame.areas.includes('sign-in') && (
          <p>
            <a href={`${frame.base}/login`}>{words.common.signIn}</a>
          </p>
        )}
      </div>
    ),
  };
}

/** After these actions, the person signs in. */
const loginFollows: readonly LinkAction[] = ['verify', 'createAccount', 'reset', 'cancelDeletion'];
/** Someone else may have entered the address. */
const canBeDisowned: readonly LinkAction[] = ['verify', 'createAccount'];

function titleOf(view: LinkView, words: LinkWords): string {
  if (view.state === 'asking') return words[view.action].title;
  return view.state === 'done' ? words.doneTitle : words.problemTitle;
}

function LinkContent({ view, words }: { view: LinkView; words: Words }) {
  const { links } = words;
  switch (view.state) {
    case 'asking':
      return (
        <>
          <p>{links[view.action].text}</p>
          {view.action === 'reset' || view.action === 'createAccount' ? (
            <PasswordForm action={view.action} words={words} problem={view.problem ?? null} />
          ) : (
            <ConfirmForm action={view.action} words={links} />
          )}
          {canBeDisowned.includes(view.action) && <DisownForm words={links} />}
        </>
      );
    case 'done':
      return <p role="status">{doneText(view, links)}</p>;
    case 'failed':
      return <p role="alert">{links.problems[view.problem]}</p>;
  }
}

function doneText({ action, outcome }: LinkView & { state: 'done' }, words: LinkWords): string {
  if (outcome === 'waiting') return words.changeEmail.waiting;
  return outcome === 'disowned' ? words.verify.disowned : words[action].done;
}

type PasswordAction = Extract<LinkAction, 'reset' | 'createAccount'>;

function PasswordForm(props: { action: PasswordAction; words: Words; problem: AppError | null }) {
  const { action, words, problem } = props;
  const { fields, passwordHint } = words.common;
  return (
    <>
      <Problem problem={problem} words={words} />
      <Form>
        <Field
          name="password"
          type="password"
          label={action === 'reset' ? fields.newPassword : fields.password}
          words={words}
          autocomplete="new-password"
          hint={passwordHint}
          problem={problem}
        />
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
