import type { RequestHandler } from 'express';
import { disabledOrganization } from '../../accounts/memberships/organization-errors';
import type { Services } from '../../compose/services';
import type { OpenedInvitation } from '../../features/organizations/organization-invitations.service';
import type { AppError } from '../../platform/errors/app-error';
import { formBody } from '../../platform/http/form-body';
import { bodyBytes } from '../../platform/http/http-limits';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { invitationPath } from '../kit/return-to';
import { type Answer, isDone, type Site, show, type Visit } from '../kit/site';
import type { SignInSteps } from '../sign-in/sign-in-steps';
import type { InvitationView } from './invitation.page';
import { invalidLink, renderProblem, sending, withoutLanguage } from './link.routes';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./invitation.page') as typeof import('./invitation.page.js');

/** How long the link waits in the browser while the person signs in, in seconds. */
const waitsS = 3600;
const tokenText = /^[\w-]{64}$/;

/** With these errors, the page asks again, or says why not now. All others are of the link. */
const shown = ['VALIDATION_FAILED', 'CONFLICT', 'EMAIL_TAKEN', 'FORBIDDEN'] as const;

/**
 * The page of the link of an invitation. A GET changes nothing. To sign in, the person leaves the page and comes back: meanwhile the
 * token is in a cookie, and in no address.
 */
export function invitationRoutes(
  site: Site,
  { organizationInvitations: invitations }: Pick<Services, 'organizationInvitations'>,
  steps: SignInSteps,
): Route[] {
  const shownBy =
    (answerTo: (visit: Visit, view: InvitationView) => Promise<InvitationView | Answer>): RequestHandler =>
    async (req, res) => {
      const visit = await site.visit(req, res, { ofLink: true });
      const answering = async (): Promise<Answer & { isOfSteps?: true }> => {
        const invitation = await invitations.opened(tokenOf(visit));
        if (!invitation) return invalidLink();
        const answer = await answerTo(visit, viewOf(invitation, visit));
        return 'state' in answer
          ? show(pages().InvitationPage, answer, problemOf(answer))
          : { ...answer, isOfSteps: true };
      };
      const answer = await site.answerOnce(req, res, answering, isDone);
      // The next forms are those of a sign-in, whose browser must send `Origin`.
      site.send(req, res, answer, answer.isOfSteps && 'page' in answer ? { languages: sending.languages } : sending);
    };
  const common = { path: `${invitationPath}/:token`, api: 'pages', renderError: renderProblem(site) } as const;
  return [
    ...site.routes({
      path: invitationPath,
      get: async (visit) => {
        const token = visit.waiting('invitation') ?? '';
        return tokenText.test(token) ? { goTo: `${invitationPath}/${token}` } : invalidLink();
      },
    }),
    {
      ...common,
      method: 'get',
      operation: { name: 'linkPage' },
      handlers: [
        withoutLanguage(site),
        shownBy(async (visit, view) => {
          if (view.state === 'signIn' || view.state === 'otherPerson')
            visit.startWaiting('invitation', { token: tokenOf(visit), expiresInS: waitsS });
          return view;
        }),
      ],
    },
    {
      ...common,
      method: 'post',
      operation: { name: 'linkPage', queue: 'hashing' },
      handlers: [formBody(bodyBytes.rest), shownBy((visit, view) => act(visit, view))],
    },
  ];

  async function act(visit: Visit, view: InvitationView): Promise<InvitationView | Answer> {
    const { form, context } = visit;
    const [token, { invitation }] = [tokenOf(visit), view];
    if (view.state === 'joining') {
      const { problem } = await attempt(invitations.acceptInvitation({ token }, context), shown);
      if (problem) return { state: 'stopped', invitation, problem };
      visit.endWaiting('invitation');
      return { state: 'joined', invitation };
    }
    if (view.state !== 'registering') return view;
    // A form leaves out empty fields.
    const names = { firstName: form.get('first_name') ?? '', lastName: form.get('last_name') ?? '' };
    const password = form.get('password') ?? '';
    const registering = invitations.registerByInvitation({ token, ...names, password }, context);
    const { result, problem } = await attempt(registering, shown);
    if (problem) return { state: 'registering', invitation, names, problem };
    return (await steps.afterPassword(visit, result, password, 'welcome')) ?? { state: 'joined', invitation };
  }
}

const tokenOf = ({ params }: Visit): string => params.token ?? '';

/** Sets the status of the page. */
const problemOf = ({ problem }: InvitationView): AppError | null => problem ?? null;

/** What the person can do who has opened the link. */
function viewOf(invitation: OpenedInvitation, { session }: Visit): InvitationView {
  const { organization, owner } = invitation;
  if (organization.isDisabled) return { state: 'stopped', invitation, problem: disabledOrganization() };
  if (session && session.userId !== owner?.userId) return { state: 'otherPerson', invitation, email: session.email };
  if (!owner?.isVerified) return { state: 'registering', invitation, names: {} };
  return { state: session ? 'joining' : 'signIn', invitation };
}
