import type { AuthorizationAnswer } from '../../features/openid/authorization-request';
import { ClientDocumentError } from '../../features/openid/client-document-error';
import type { AppError } from '../../platform/errors/app-error';
import { toSnakeCase } from '../../platform/rest/snake-case';
import type { Content, ViewContext } from '../kit/layout.page';
import { type Place, WayOn } from '../kit/problem.page';
import { problemText } from '../kit/problem-text';

interface AuthorizeProblemProps {
  problem: AppError;
  app: Place | null;
  /** The address that is not one of the client, for a developer: often a slash is missing. Not in production. */
  addresses?: { sent: string; registered: readonly string[] };
}

/** What the application did wrong, or that the person was too slow. The browser is not sent back: the address may be forged. */
export function AuthorizeProblemPage(
  { problem, app, addresses }: AuthorizeProblemProps,
  context: ViewContext,
): Content {
  const { words } = context;
  const { title, wrong, over } = words.signIn.authorize;
  const ofCode = { VALIDATION_FAILED: wrong, MALFORMED_REQUEST: wrong, INVALID_TOKEN: over };
  const details = problem.fields.map(({ field, msg }) => `${toSnakeCase(field)} ${msg}`);
  return {
    title,
    shownOnce: true,
    body: (
      <div class="card stack">
        <h1>{title}</h1>
        <p role="alert">{problemText(problem, words, ofCode)}</p>
        {details.length > 0 && (
          <p class="quiet small" lang="en">
            {details.join('. ')}
          </p>
        )}
        {problem instanceof ClientDocumentError && <DocumentProblem error={problem} />}
        {addresses && (
          <dl class="small" lang="en">
            <dt>Sent</dt>
            <dd>
              <code>{addresses.sent}</code>
            </dd>
            <dt>Registered</dt>
            {addresses.registered.map((address) => (
              <dd>
                <code>{address}</code>
              </dd>
            ))}
          </dl>
        )}
        <WayOn to={app} context={context} />
      </div>
    ),
  };
}

/** For the developer of an agent, also in production: everyone can read the document. */
const DocumentProblem = ({ error: { problem, sentence } }: { error: ClientDocumentError }) => (
  <dl class="small" lang="en">
    <dt>Document</dt>
    <dd>
      <code>{problem.url}</code>
    </dd>
    <dt>Rule {problem.rule}</dt>
    <dd>{sentence}</dd>
    {problem.found !== null && (
      <>
        <dt>What came back</dt>
        <dd>
          <code>{problem.found}</code>
        </dd>
      </>
    )}
  </dl>
);

/** Sends the answer to the application in a form (OAuth 2.0 Form Post Response Mode). A script sends it at once. */
export function FormPostPage(
  { redirectUri, parameters }: Pick<AuthorizationAnswer, 'redirectUri' | 'parameters'>,
  { words }: ViewContext,
): Content {
  const { goesOn, action } = words.signIn.authorize;
  return {
    title: goesOn,
    shownOnce: true,
    body: (
      // Not with `method` first: it is no form of ours, so it does not name the user as whom a super admin acts.
      <form action={redirectUri} method="post" class="card stack" data-submits>
        <h1>{goesOn}</h1>
        {Object.entries(parameters).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <button type="submit">{action}</button>
      </form>
    ),
  };
}
