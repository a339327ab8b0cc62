import type { ComponentChildren } from 'preact';
import { redirectUriKindOf } from '../../features/oauth-clients/redirect-uri';
import { Form } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { continuePath, continueWith, withReturn } from '../kit/return-to';
import { ScopeList } from '../kit/scope-list.page';

interface Props {
  /** The text of the request. */
  request: string;
  clientName: string;
  redirectUri: string;
  scopes: readonly string[];
  email: string;
  userId: string;
}

interface DecisionProps extends Pick<Props, 'request' | 'userId'> {
  base: string;
  children: ComponentChildren;
}

/** The form has buttons with the name `decision`. */
export const DecisionForm = ({ request, userId, base, children }: DecisionProps) => (
  <Form action={`${base}${continuePath}`}>
    <input type="hidden" name="request" value={request} />
    <input type="hidden" name="user_id" value={userId} />
    {children}
  </Form>
);

/** Asks whether the application may have what it asks for. */
export function ConsentPage(props: Props, { words, frame }: ViewContext): Content {
  const { request, clientName, redirectUri, scopes, email, userId } = props;
  const { consent } = words.signIn;
  const isOfSite = redirectUriKindOf(redirectUri) === 'site';
  return {
    title: consent.title(clientName),
    body: (
      <div class="card stack-wide">
        <div>
          <h1>{consent.title(clientName)}</h1>
          <p class="lead">{consent.signedIn(email)}</p>
          <p>
            <a href={withReturn(`${frame.base}/logout`, continueWith(request))}>{consent.other}</a>
          </p>
        </div>
        <div>
          <p>{consent.lets(clientName)}</p>
          <ScopeList scopes={scopes} words={words} />
        </div>
        {!isOfSite && <p>{consent.onDevice(clientName)}</p>}
        <p class="quiet">
          {isOfSite && consent.goesTo(new URL(redirectUri).host)} {frame.areas.includes('account') && consent.undo}
        </p>
        <DecisionForm request={request} userId={userId} base={frame.base}>
          <button type="submit" class="wide-button" name="decision" value="allow">
            {consent.allow}
          </button>
          <button type="submit" class="wide-button second" name="decision" value="deny">
            {consent.deny}
          </button>
        </DecisionForm>
      </div>
    ),
  };
}
