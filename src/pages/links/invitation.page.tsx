import type { OpenedInvitation } from '../../features/organizations/organization-invitations.service';
import type { AppError } from '../../platform/errors/app-error';
import { Agreement } from '../kit/agreement.page';
import { isAboutInput } from '../kit/attempt';
import { Fact } from '../kit/fact.page';
import { Form, NameFields, NewPasswordField, Note, Problem, UserName } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { WayOn } from '../kit/problem.page';
import { invitationPath, withReturn } from '../kit/return-to';

/** What the person can do: as a member, with the account of the address, or as somebody who registers. */
export type InvitationView = { invitation: OpenedInvitation; problem?: AppError } & (
  | { state: 'joining' | 'signIn' | 'joined' }
  | { state: 'registering'; names: { firstName?: string | undefined; lastName?: string | undefined } }
  /** Somebody else is signed in, with this address. */
  | { state: 'otherPerson'; email: string }
  /** The organization is disabled, or full. */
  | { state: 'stopped' }
);

export function InvitationPage(view: InvitationView, context: ViewContext): Content {
  const { words } = context;
  const { invitation: texts } = words.links;
  const { organization, invitedBy, email } = view.invitation;
  const title = view.state === 'joined' ? texts.done(organization.name) : texts.title(organization.name);
  const { problem = null } = view;
  // Else the text says what is wrong with the address.
  const forbidden = problem && isAboutInput(problem) ? {} : { FORBIDDEN: texts.disabled };
  return {
    title,
    body: (
      <div class="card stack-wide">
        <h1>{title}</h1>
        <Problem problem={problem} words={words} own={{ CONFLICT: texts.full, ...forbidden }} />
        <dl class="facts">
          <Fact name={texts.organization}>
            {organization.name} <span class="quiet">({organization.slug})</span>
          </Fact>
          {invitedBy && (
            <Fact name={texts.invitedBy}>
              {invitedBy.firstName} {invitedBy.lastName}
            </Fact>
          )}
          <Fact name={texts.address}>{email}</Fact>
        </dl>
        <NextStep view={view} context={context} />
      </div>
    ),
  };
}

/** The address of the page has the token, so no link and no form names it. */
function NextStep({ view, context }: { view: InvitationView; context: ViewContext }) {
  const { words, frame } = context;
  const { invitation: texts } = words.links;
  const hasSignIn = frame.areas.includes('sign-in');
  switch (view.state) {
    case 'joining':
      return (
        <Form>
          <button type="submit" class="wide-button">
            {texts.join}
          </button>
        </Form>
      );
    case 'registering':
      return (
        <>
          <p>{texts.register}</p>
          <Form>
            <UserName email={view.invitation.email} />
            <NameFields values={view.names} problem={view.problem ?? null} words={words} />
            <NewPasswordField name="password" words={words} problem={view.problem ?? null} />
            <Agreement context={context} />
            <button type="submit" class="wide-button">
              {words.links.welcome.action}
            </button>
          </Form>
        </>
      );
    case 'signIn':
      return (
        <>
          <p>{texts.signIn}</p>
          {hasSignIn && (
            <p>
              <a class="button" href={withReturn(`${frame.base}/login`, invitationPath)}>
                {words.common.signIn}
              </a>
            </p>
          )}
        </>
      );
    case 'otherPerson':
      return (
        <>
          <p role="alert">{texts.otherPerson(view.email)}</p>
          <p>
            <a class="button" href={withReturn(`${frame.base}/logout`, invitationPath)}>
              {words.common.otherPerson.change}
            </a>
          </p>
          <WayOn context={context} />
        </>
      );
    case 'joined':
      return (
        <>
          <Note>{texts.joined}</Note>
          <WayOn context={context} />
        </>
      );
    case 'stopped':
      return <WayOn context={context} />;
  }
}
