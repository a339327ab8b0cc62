import type { ComponentChildren } from 'preact';
import { hostOfDocument, type OAuthClient, shownNameOf } from '../../accounts/applications/oauth-client';
import type { ProtectedResource } from '../../accounts/applications/protected-resource';
import { redirectUriKindOf } from '../../accounts/applications/redirect-uri';
import type { Organization } from '../../accounts/users/organization';
import { Form } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { Monogram } from '../kit/provider-mark.page';
import { continuePath, continueWith, withReturn } from '../kit/return-to';
import { AccessList } from '../kit/scope-list.page';

interface Props {
  /** The text of the request. */
  request: string;
  client: Pick<OAuthClient, 'name' | 'metadataUrl' | 'logoUri' | 'policyUri' | 'tosUri'>;
  redirectUri: string;
  scopes: readonly string[];
  /** Null: none but Gatehouse. */
  resource: ProtectedResource | null;
  /** In whose name the application will act. Null: none. */
  organization: Pick<Organization, 'name' | 'slug'> | null;
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

export const DecisionButtons = ({ words: { signIn } }: Pick<ViewContext, 'words'>) => (
  <>
    <button type="submit" class="wide-button" name="decision" value="allow">
      {signIn.consent.allow}
    </button>
    <button type="submit" class="wide-button second" name="decision" value="deny">
      {signIn.consent.deny}
    </button>
  </>
);

/** Signs the user out, so that another one can decide. */
export const OtherAccount = ({ returnTo, context }: { returnTo: string; context: ViewContext }) => (
  <p>
    <a href={withReturn(`${context.frame.base}/logout`, returnTo)} class="calm">
      {context.words.signIn.consent.other}
    </a>
  </p>
);

/** Asks whether the application may have what it asks for. */
export function ConsentPage(props: Props, context: ViewContext): Content {
  const { words, frame } = context;
  const { request, client, redirectUri, scopes, resource, organization, email, userId } = props;
  const { consent } = words.signIn;
  const { logoUri, policyUri, tosUri } = client;
  const host = hostOfDocument(client);
  const name = shownNameOf(client);
  const isOfSite = redirectUriKindOf(redirectUri) === 'site';
  return {
    title: consent.title(name),
    body: (
      <div class="card stack-wide">
        <div class="app">
          {logoUri ? <img class="mark" src={logoUri} alt="" /> : <Monogram name={name} />}
          <div>
            <h1>{consent.title(name)}</h1>
            {host !== null && (
              <p>
                {/* An element of its own: the name could be a sentence. */}
                {consent.calls} <b dir="auto">{client.name}</b>
              </p>
            )}
            <p class="lead">{consent.signedIn(email)}</p>
          </div>
        </div>
        <div class="stack">
          {organization && (
            <p>
              {consent.actsFor(name)} <b dir="auto">{organization.name}</b> ({organization.slug})
            </p>
          )}
          <p>{consent.lets(name)}</p>
          <AccessList scopes={scopes} reached={resource ? [{ resource, scopes }] : []} context={context} />
        </div>
        {!isOfSite && <p>{consent.onDevice(name)}</p>}
        <p class="quiet small">
          {isOfSite && consent.goesTo(new URL(redirectUri).host)} {frame.areas.includes('account') && consent.undo}
        </p>
        {(policyUri ?? tosUri) !== null && (
          <p class="small">
            {policyUri && <a href={policyUri}>{consent.policy(name)}</a>}
            {policyUri && tosUri && ' · '}
            {tosUri && <a href={tosUri}>{consent.terms(name)}</a>}
          </p>
        )}
        <DecisionForm request={request} userId={userId} base={frame.base}>
          <DecisionButtons words={words} />
        </DecisionForm>
        <OtherAccount returnTo={continueWith(request)} context={context} />
      </div>
    ),
  };
}
