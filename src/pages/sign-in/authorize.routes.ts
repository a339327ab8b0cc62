import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { renderOAuthError } from '../../accounts/applications/oauth-errors.rest';
import type { Services } from '../../compose/services';
import type { AuthorizationStep } from '../../features/openid/authorization.service';
import { type AuthorizationAnswer, formActionOf } from '../../features/openid/authorization-request';
import { decideAuthorization, startAuthorization } from '../../features/openid/openid.operations';
import { openidPaths } from '../../features/openid/openid-paths';
import { AppError } from '../../platform/errors/app-error';
import { type FormBody, formBody, parseForm } from '../../platform/http/form-body';
import { toHttpError } from '../../platform/http/http-error';
import { bodyBytes } from '../../platform/http/http-limits';
import type { Route } from '../../platform/http/routes';
import { isLocale } from '../../platform/request/locale';
import type { RequestContext } from '../../platform/request/request-context';
import { withQuery } from '../../platform/runtime/with-query';
import { attempt } from '../kit/attempt';
import { continuePath, continueWith, stepUpAt, withReturn } from '../kit/return-to';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import type { PagesConfig } from '../pages.settings';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./authorize.page') as typeof import('./authorize.page.js');
const consent = () => require('./consent.page') as typeof import('./consent.page.js');

const ofAddress = ['VALIDATION_FAILED'] as const;

/** Where an application sends the browser, and where the person goes on after signing in. */
export function authorizeRoutes(
  site: Site,
  { openid }: Pick<Services, 'openid'>,
  { pages: { areas }, production }: { pages: Pick<PagesConfig, 'areas'>; production: boolean },
): Route[] {
  const common = { path: openidPaths.authorize, api: 'pages', operation: startAuthorization } as const;
  if (!areas.includes('sign-in')) return switchedOff(common);

  const start = async (req: Request, res: Response, form: FormBody | null): Promise<void> => {
    const { authorizations } = openid();
    const { result: started, problem } = await attempt(authorizations.start(form, site.contextOf(req, res)), ofAddress);
    if (problem) {
      const isOther = problem.fields.some(({ field }) => field === 'redirectUri');
      const sent = form?.get('redirect_uri');
      if (production || !isOther || !form || sent === undefined) throw problem;
      const addresses = { sent, registered: await authorizations.registeredFor(form, site.contextOf(req, res)) };
      return site.send(req, res, show(pages().AuthorizeProblemPage, { problem, app: null, addresses }, problem));
    }
    if ('answer' in started) return site.send(req, res, answerOf(started.answer));
    const language = site.localeOf(req) === null ? localeIn(form?.get('ui_locales')) : null;
    const place = continueWith(started.request);
    site.send(req, res, { goTo: language === null ? place : `${place}&lang=${language}` });
  };
  const renderError: ErrorRequestHandler = (thrown, req, res, next) => {
    if (res.headersSent) return next(thrown);
    const error = toHttpError(thrown);
    site.send(req, res, show(pages().AuthorizeProblemPage, { problem: error, app: null }, error));
  };

  const person = ({ session, acting }: Visit) => ({ session, isActing: acting !== null });
  const answerTo = (step: AuthorizationStep, request: string, visit: Visit): Answer => {
    const place = continueWith(request);
    if (step.kind === 'answer') return answerOf(step.answer);
    if (step.kind === 'login') return { goTo: withReturn('/login', place) };
    if (step.kind === 'step-up') return { goTo: stepUpAt(place, step.needsFactor) };
    const { client, request: asked, resource, organization } = step;
    const { redirectUri, scopes } = asked;
    const { email = '', userId = '' } = visit.session ?? {};
    return show(consent().ConsentPage, {
      ...{ request, client, redirectUri, scopes, resource, organization, email, userId },
    });
  };
  /** The person has come back too late, or has loaded a page again. */
  const orProblem = async (request: string, answer: Promise<Answer>, { timings }: RequestContext): Promise<Answer> => {
    const { result, problem } = await attempt(answer, ['INVALID_TOKEN', 'VALIDATION_FAILED']);
    if (result) return result;
    const over = await openid().authorizations.findOver(request, timings);
    const app = over && { name: over.clientName, href: over.home };
    return show(pages().AuthorizeProblemPage, { problem, app }, problem);
  };
  const goOn = async (request: string, visit: Visit): Promise<Answer> => {
    const step = await openid().authorizations.continue(request, person(visit), visit.context);
    return answerTo(step, request, visit);
  };
  const decide = async (request: string, visit: Visit): Promise<Answer> => {
    // Another person has signed in in another tab since the page was shown, and is asked, too.
    if (visit.session && visit.form.get('user_id') !== visit.session.userId) return goOn(request, visit);
    const decision = visit.form.get('decision') === 'allow' ? 'allow' : 'deny';
    const step = await openid().authorizations.decide(request, decision, person(visit), visit.context);
    return answerTo(step, request, visit);
  };

  return [
    {
      ...common,
      method: 'get',
      renderError,
      handlers: [(req, res) => start(req, res, parseForm(req.url.slice(openidPaths.authorize.length + 1)))],
    },
    {
      ...common,
      method: 'post',
      renderError,
      handlers: [formBody(bodyBytes.rest), (req, res) => start(req, res, req.body)],
    },
    ...site.routes({
      path: continuePath,
      operation: decideAuthorization,
      get: (visit) => {
        const request = visit.query.get('request') ?? '';
        return orProblem(request, goOn(request, visit), visit.context);
      },
      post: (visit) => {
        const request = visit.form.get('request') ?? '';
        return orProblem(request, decide(request, visit), visit.context);
      },
    }),
  ];
}

/** What clients get without pages: there is nowhere to send the browser. */
export function switchedOff(common: Pick<Route, 'path' | 'api' | 'operation'>): Route[] {
  const reject: RequestHandler = () => {
    throw new AppError('VALIDATION_FAILED', { msg: 'Nobody can sign in here: the pages are switched off (PAGES).' });
  };
  const handlers = [reject];
  return (['get', 'post'] as const).map((method) => ({ ...common, method, renderError: renderOAuthError, handlers }));
}

/** The first language of the list that the pages have (OpenID Connect Core 1.0, section 3.1.2.1). */
export function localeIn(list: string | undefined): string | null {
  const languages = (list ?? '').slice(0, 200).split(' ');
  return languages.map((tag) => tag.split('-')[0]).find((language) => isLocale(language ?? null)) ?? null;
}

function answerOf(answer: AuthorizationAnswer): Answer {
  const { redirectUri, responseMode, parameters } = answer;
  if (responseMode === 'form_post') {
    return Object.assign(show(pages().FormPostPage, answer), { formAction: formActionOf(redirectUri) });
  }
  return { goTo: withQuery(redirectUri, String(new URLSearchParams(parameters))) };
}
