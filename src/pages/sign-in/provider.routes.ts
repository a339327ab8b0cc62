import type { RequestHandler } from 'express';
import { callbackPath } from '../../accounts/providers/providers';
import type { Services } from '../../compose/services';
import { requestEmailLogin } from '../../features/email-login/email-login.operations';
import {
  completeProviderLogin,
  receiveProviderAnswer,
  startProviderLogin,
} from '../../features/identities/identities.operations';
import { AppError } from '../../platform/errors/app-error';
import { formBody } from '../../platform/http/form-body';
import { bodyBytes } from '../../platform/http/http-limits';
import { queryOf } from '../../platform/http/request-line';
import type { Route } from '../../platform/http/routes';
import { withQuery } from '../../platform/runtime/with-query';
import { attempt, isAboutInput, ofForms } from '../kit/attempt';
import { errorIn, goToProvider, labelOf } from '../kit/provider';
import { withReturn } from '../kit/return-to';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import { codePage } from './code.routes';
import type { SignInSettings } from './sign-in-settings';
import { lasting, type SignInSteps } from './sign-in-steps';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./provider-sign-in.page') as typeof import('./provider-sign-in.page.js');

const signInPages = () => require('./sign-in.page') as typeof import('./sign-in.page.js');

type Settings = Pick<SignInSettings, 'providers'>;

const shownHere = [...ofForms, 'FORBIDDEN'] as const;

/**
 * Where providers send the browser back to, also for applications. A browser that sends the answer in a form (Apple) sends no
 * cookies of ours with it: the answer changes nothing, and the browser goes on with a GET.
 */
export function callbackRoutes(
  site: Site,
  { providerLogins }: Pick<Services, 'providerLogins'>,
  { providers }: Settings,
): Route[] {
  if (providers.length === 0) return [];
  const handlerOf =
    (answerOf: (req: Parameters<RequestHandler>[0]) => URLSearchParams): RequestHandler =>
    async (req, res) => {
      const { context } = await site.visit(req, res);
      const { returnTo, answer } = await providerLogins.receive(String(req.params.id), answerOf(req), context);
      site.send(req, res, { goTo: withQuery(returnTo, new URLSearchParams({ ...answer }).toString()) });
    };
  const common = { path: callbackPath(':id'), api: 'pages', operation: receiveProviderAnswer } as const;
  const renderError = site.renderError();
  return [
    { ...common, method: 'get', renderError, handlers: [handlerOf(({ url }) => queryOf(url))] },
    {
      ...common,
      method: 'post',
      renderError,
      handlers: [formBody(bodyBytes.rest), handlerOf(({ body }) => new URLSearchParams([...body]))],
    },
  ];
}

/** The pages on which a person signs in with a provider. */
export function providerRoutes(
  site: Site,
  services: Pick<Services, 'providerLogins'>,
  settings: SignInSettings,
  steps: SignInSteps,
  loginPage: (visit: Visit, problem: AppError | null) => Promise<Answer>,
): Route[] {
  const { providers } = settings;
  if (providers.length === 0) return [];
  const toLogin = async ({ returnTo }: Visit): Promise<Answer> => ({ goTo: withReturn('/login', returnTo) });

  const start = async (visit: Visit): Promise<Answer> => {
    const { result, problem } = await goToProvider(services, providers, visit, {
      returnTo: withReturn(page, visit.returnTo),
      userId: null,
    });
    return result ?? loginPage(visit, problem);
  };

  const complete = async (visit: Visit): Promise<Answer> => {
    const { form, returnTo } = visit;
    const code = form.get('code') ?? visit.query.get('code');
    const codeVerifier = visit.waiting('providerLogin');
    // The answer to another browser, or to one that has waited too long.
    if (!code || !codeVerifier) return loginPage(visit, new AppError('PROVIDER_REJECTED'));
    const values = { email: form.get('email'), firstName: form.get('first_name'), lastName: form.get('last_name') };
    const input = { code, codeVerifier, ...values, ...lasting };
    const { result, problem } = await attempt(
      services.providerLogins.completeProviderLogin(input, visit.context),
      shownHere,
    );
    if (problem?.code === 'VALIDATION_FAILED') {
      // The provider has no name or no address of the person, who has not been asked yet.
      const isFirst = form.size === 0;
      return show(pages().MissingPage, { code, values, returnTo, problem, isFirst }, isFirst ? null : problem);
    }
    visit.endWaiting('providerLogin');
    if (result) return steps.signedIn(visit, result);
    if (problem.challenge) return steps.challenged(visit, problem.challenge, problem);
    if (problem.link) return linked(visit, problem, problem.link);
    if (problem.code === 'FORBIDDEN' && !isAboutInput(problem))
      return show(signInPages().MessagePage, { message: 'closed', returnTo }, problem);
    return loginPage(visit, problem);
  };

  /** The identity is new, and the address is not proved, or has an account. */
  const linked = async (visit: Visit, problem: AppError, link: NonNullable<AppError['link']>): Promise<Answer> => {
    const { email, mailed, provider } = link;
    if (mailed) {
      visit.startWaiting('emailLogin', link);
      visit.endWaiting('identityLink');
      return codePage('login/connect', settings, visit, { email, canSendAgain: false }, problem);
    }
    visit.startWaiting('identityLink', link);
    const hasAccountPages = settings.pages.areas.includes('account');
    const props = { label: labelOf(providers, provider), email, hasAccountPages, returnTo: visit.returnTo };
    return show(pages().ConnectPage, props, problem);
  };

  const page = '/login/provider';
  return [
    ...site.routes({ path: `${page}/:id`, operation: startProviderLogin, get: toLogin, post: start }),
    ...site.routes({
      path: page,
      operation: completeProviderLogin,
      get: async (visit) => {
        const problem = errorIn(visit.query);
        return problem ? loginPage(visit, problem) : complete(visit);
      },
      post: complete,
    }),
    ...site.routes({
      path: '/login/connect',
      operation: requestEmailLogin,
      get: toLogin,
      post: async (visit) => {
        const { result, problem } = await attempt(steps.sendConnectingCode(visit));
        if (problem?.botChallenge) return codePage('login/connect', settings, visit, { problem });
        if (problem) return loginPage(visit, problem);
        return codePage('login/connect', settings, visit, { waitS: result.waitS });
      },
    }),
  ];
}
