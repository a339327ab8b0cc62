import type { AppError } from '../../platform/errors/app-error';
import type { Content, ViewContext } from './layout.page';
import { problemText } from './problem-text';
import { withReturn } from './return-to';

/** For an address without a page. */
export function NotFoundPage(_props: object, { words, frame }: ViewContext): Content {
  const { title, text, home } = words.common.notFound;
  return {
    title,
    body: (
      <div class="card stack">
        <h1>{title}</h1>
        <p>{text}</p>
        {frame.home !== null && (
          <p>
            <a href={frame.home}>{home}</a>
          </p>
        )}
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

export function ProblemPage(
  { problem, requestId, isForeign }: { problem: AppError; requestId: string; isForeign: boolean },
  { words }: ViewContext,
): Content {
  const { problemTitle, problems } = words.common;
  return {
    title: problemTitle,
    body: (
      <div class="card stack">
        <h1>{problemTitle}</h1>
        <p role="alert">{problemText(problem, words, isForeign ? { FORBIDDEN: problems.foreignForm } : {})}</p>
        <p class="quiet small">{problems.request(requestId)}</p>
      </div>
    ),
  };
}
