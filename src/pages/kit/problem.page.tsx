import type { AppError } from '../../platform/errors/app-error';
import type { Content, ViewContext } from './layout.page';
import { problemText } from './problem-text';
import { withReturn } from './return-to';

/** What a link names, and where it leads. */
export interface Place {
  name: string;
  href: string;
}

/** Where a person goes from a page on which nothing more can be done: HOME_URL, or the first page, unless there is a better place. */
export function WayOn({ to, context: { words, frame } }: { to?: Place | null; context: ViewContext }) {
  const back = to ?? (frame.homeUrl === null ? null : { name: frame.product, href: frame.homeUrl });
  const [href, label] = back ? [back.href, words.common.backTo(back.name)] : [frame.home, words.common.notFound.home];
  if (href === null) return null;
  return (
    <p>
      <a href={href}>{label}</a>
    </p>
  );
}

/** For an address without a page. */
export function NotFoundPage(_props: object, context: ViewContext): Content {
  const { title, text } = context.words.common.notFound;
  return {
    title,
    body: (
      <div class="card stack">
        <h1>{title}</h1>
        <p>{text}</p>
        <WayOn context={context} />
      </div>
    ),
  };
}

/** For a page of super admins: the person can be another one. */
export function OtherPersonPage(
  { email, returnTo }: { email: string; returnTo: string | null },
  { words, frame }: ViewContext,
): Content {
  const { title, text, change, stay } = words.common.otherPerson;
  return {
    title,
    body: (
      <div class="card stack">
        <h1>{title}</h1>
        <p role="alert">{text(email)}</p>
        <p>
          <a class="button" href={withReturn(`${frame.base}/logout`, returnTo)}>
            {change}
          </a>
        </p>
        {frame.home !== null && (
          <p>
            <a href={frame.home}>{stay}</a>
          </p>
        )}
      </div>
    ),
  };
}

interface ProblemProps {
  problem: AppError;
  requestId: string;
  isForeign: boolean;
  /** The page of a form that was not accepted. */
  again: string | null;
}

export function ProblemPage({ problem, requestId, isForeign, again }: ProblemProps, context: ViewContext): Content {
  const { words } = context;
  const { problemTitle, problems, openAgain } = words.common;
  return {
    title: problemTitle,
    body: (
      <div class="card stack">
        <h1>{problemTitle}</h1>
        <p role="alert">{problemText(problem, words, isForeign ? { FORBIDDEN: problems.foreignForm } : {})}</p>
        {again === null ? (
          <WayOn context={context} />
        ) : (
          <p>
            <a href={again}>{openAgain}</a>
          </p>
        )}
        <p class="quiet small">{problems.request(requestId)}</p>
      </div>
    ),
  };
}
