import type { Request, RequestHandler } from 'express';
import type { Services } from '../../compose/services';
import { formActionOf } from '../../features/openid/authorization-request';
import { oauthLogout } from '../../features/openid/logout.operations';
import type { LogoutPlan, LogoutRequest } from '../../features/openid/logout.service';
import { openidPaths } from '../../features/openid/openid-paths';
import { AppError } from '../../platform/errors/app-error';
import { type FormBody, formBody } from '../../platform/http/form-body';
import { bodyBytes } from '../../platform/http/http-limits';
import { isNavigation } from '../../platform/http/page-cookies';
import { queryOf } from '../../platform/http/request-line';
import type { Route } from '../../platform/http/routes';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import type { PagesConfig } from '../pages.settings';
import { localeIn, switchedOff } from './authorize.routes';
import type { SignInSteps } from './sign-in-steps';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./oauth-logout.page') as typeof import('./oauth-logout.page.js');

const path = openidPaths.logout;
/** The parameters of RP-Initiated Logout 1.0, section 2. Others are ignored, as `logout_hint` is. */
const parameters = ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state', 'ui_locales'] as const;
const signedOut: Answer = { goTo: '/login?done=signed-out' };

/**
 * Where applications send the browser to sign the person out. A form of another site comes without the cookie of the
 * person, so the browser goes on with a GET. It signs out at once only with an ID token of the person who is signed in:
 * otherwise any page could sign people out.
 */
export function oauthLogoutRoutes(
  site: Site,
  { logouts }: Pick<Services, 'logouts'>,
  { pages: { areas } }: { pages: Pick<PagesConfig, 'areas'> },
  steps: Pick<SignInSteps, 'signOut'>,
): Route[] {
  const named = { path, api: 'pages', operation: oauthLogout } as const;
  if (!areas.includes('sign-in')) return switchedOff(named);

  const signOut = async (visit: Visit, { goTo, clientSession }: LogoutPlan): Promise<Answer> => {
    await steps.signOut(visit);
    if (clientSession) await logouts.endClientSession(clientSession, visit.context);
    return goTo === null ? signedOut : { goTo };
  };

  const get = async (visit: Visit, req: Request): Promise<Answer> => {
    const query = queryOf(req.url);
    const request = requestOf(query);
    const plan = await logouts.plan(request, visit.session, visit.context);
    if (!plan.isAsked) return signOut(visit, plan);
    const { client, isWrong, goTo } = plan;
    if (visit.session === null && client === null && !isWrong) return signedOut;
    const language = site.localeOf(req) === null ? localeIn(query.get('ui_locales') ?? undefined) : null;
    if (language !== null) return { goTo: `${path}?${query}&lang=${language}` };
    const props = { client, isWrong, goTo, request, email: visit.session?.email ?? null };
    const page = show(pages().OauthLogoutPage, props, isWrong ? new AppError('MALFORMED_REQUEST') : null);
    return goTo === null ? page : Object.assign(page, { formAction: formActionOf(goTo) });
  };

  const post = async (visit: Visit, form: FormBody): Promise<Answer> => {
    const isConfirmed = visit.isFromOwnPage && form.get('confirmed') === 'yes';
    if (!isConfirmed) return { goTo: `${path}?${sentOn(form)}` };
    return signOut(visit, await logouts.plan(requestOf(form), visit.session, visit.context));
  };

  const handlerOf =
    (answerTo: (visit: Visit, req: Request) => Promise<Answer>): RequestHandler =>
    async (req, res) => {
      // A script gets no session, so it must not remove the cookie either.
      if (!isNavigation(req)) throw new AppError('FORBIDDEN');
      // A super admin who acts as a user signs out as the super admin.
      site.send(req, res, await answerTo(await site.visit(req, res, { ofLink: true }), req));
    };
  const common = { ...named, renderError: site.renderError() } as const;
  return [
    { ...common, method: 'get', handlers: [handlerOf(get)] },
    {
      ...common,
      method: 'post',
      handlers: [formBody(bodyBytes.rest), handlerOf((visit, { body }) => post(visit, body))],
    },
  ];
}

/** @throws AppError `MALFORMED_REQUEST` */
function requestOf(sent: URLSearchParams | FormBody): LogoutRequest {
  const get = (name: (typeof parameters)[number]) => {
    if ('getAll' in sent && sent.getAll(name).length > 1) throw new AppError('MALFORMED_REQUEST');
    return sent.get(name) || null;
  };
  return {
    idTokenHint: get('id_token_hint'),
    clientId: get('client_id'),
    postLogoutRedirectUri: get('post_logout_redirect_uri'),
    state: get('state'),
  };
}

/** The parameters of a form in the address of the page. */
const sentOn = (form: FormBody): URLSearchParams =>
  new URLSearchParams(parameters.flatMap((name) => (form.has(name) ? [[name, form.get(name) ?? '']] : [])));
