import type { Services } from '../../compose';
import { completeEmailLogin, requestEmailLogin } from '../../features/email-login/email-login.operations';
import { hasEmailLogin } from '../../features/email-login/email-login.settings';
import { confirmEmail } from '../../features/email-verification/email-verification.operations';
import { resetPassword } from '../../features/password-reset/passwords.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import type { Operation } from '../../platform/operations/define-operation';
import type { MailTurn } from '../../platform/rate-limits/rate-limits';
import { type Attempt, attempt } from '../kit/attempt';
import { withReturn } from '../kit/return-to';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import type { CodeProps, CodeStep } from './sign-in.page';
import type { SignInSettings } from './sign-in-settings';
import type { SignInSteps } from './sign-in-steps';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./sign-in.page') as typeof import('./sign-in.page.js');

type CodeServices = Pick<Services, 'emailVerification' | 'passwordReset'>;

/** Shows the page that waits for the code of the e-mail that a form of `step` has sent. */
export function codePage(
  step: CodeStep,
  settings: SignInSettings,
  visit: Visit,
  more: Partial<Pick<CodeProps, 'note' | 'waitS' | 'problem'>> = {},
  /** What the page answers, if its status is not that of `problem`. */
  cause: AppError | null = more.problem ?? null,
): Answer {
  const { problem = null, note, waitS = settings.rateLimits.MAIL_ADDRESS_PAUSE?.seconds ?? 0 } = more;
  const email = (visit.form.get('email') ?? '').trim();
  const withPassword = setsPassword(step, settings);
  return show(pages().CodePage, { step, email, withPassword, returnTo: visit.returnTo, note, waitS, problem }, cause);
}

/** The password of a registration that waits is stored nowhere, so it is set with the code. */
const setsPassword = (step: CodeStep, { registration }: SignInSettings): boolean =>
  step === 'forgot' || (step === 'register' && registration === 'confirm');

/** The forms of the page that waits for the code of an e-mail. */
export function codeRoutes(site: Site, services: CodeServices, settings: SignInSettings, steps: SignInSteps): Route[] {
  const { emailVerification, passwordReset } = services;

  const sendAgain = async (step: CodeStep, visit: Visit, mail: Promise<MailTurn>): Promise<Answer> => {
    const { result, problem } = await attempt(mail);
    if (problem) return codePage(step, settings, visit, { problem });
    const note = result.isPaused ? ('tooSoon' as const) : ('sentAgain' as const);
    return codePage(step, settings, visit, { note, waitS: result.waitS });
  };

  const routesOf = (
    step: CodeStep,
    operation: Operation,
    send: (input: { email: string | undefined }, visit: Visit) => Promise<MailTurn>,
    use: (input: { email: string | undefined; code: string }, visit: Visit) => Promise<Attempt<Answer>>,
  ) =>
    site.routes({
      path: `/${step}/code`,
      operation,
      get: async ({ returnTo }) => ({ goTo: withReturn(`/${step}`, returnTo) }),
      post: async (visit) => {
        const { form } = visit;
        const email = form.get('email');
        if (form.get('intent') === 'send-again') return sendAgain(step, visit, send({ email }, visit));
        const password = setsPassword(step, settings) ? { password: form.get('password') ?? '' } : {};
        const { result, problem } = await use({ email, code: form.get('code') ?? '', ...password }, visit);
        return result ?? codePage(step, settings, visit, { problem, waitS: 0 });
      },
    });

  const confirm = async (input: object, visit: Visit): Promise<Attempt<Answer>> => {
    const { result: user, problem } = await attempt(emailVerification.confirm(input, visit.context));
    if (problem) return { result: null, problem };
    const answer = await steps.afterConfirmation(visit, user, visit.form.get('password') ?? null);
    const { returnTo } = visit;
    return { result: answer ?? show(pages().MessagePage, { message: 'confirmed', returnTo }), problem: null };
  };
  const reset = async (input: object, visit: Visit): Promise<Attempt<Answer>> => {
    const { result, problem } = await attempt(passwordReset.reset(input, visit.context));
    if (problem) return { result: null, problem };
    const answer = await steps.afterPassword(visit, result, visit.form.get('password') ?? '');
    return { result: answer ?? { goTo: '/login?done=password-set' }, problem: null };
  };
  const emailLoginRoutes = () => [
    ...site.routes({
      path: '/login/email',
      operation: requestEmailLogin,
      get: async ({ returnTo }) => show(pages().AddressPage, { step: 'login/email', problem: null, returnTo }),
      post: async (visit) => {
        const { returnTo, form } = visit;
        const email = form.get('email');
        const { result, problem } = await attempt(steps.sendCode({ email }, visit));
        if (problem) return show(pages().AddressPage, { step: 'login/email', problem, email, returnTo }, problem);
        const note = result.isPaused ? ('tooSoon' as const) : undefined;
        return codePage('login/email', settings, visit, { note, waitS: result.waitS });
      },
    }),
    ...routesOf(
      'login/email',
      completeEmailLogin,
      (input, visit) => steps.sendCode(input, visit),
      ({ code }, visit) => steps.afterMail(visit, { code }),
    ),
  ];
  const sendVerification = (input: object, { context }: Visit) => emailVerification.send(input, context);
  return [
    ...routesOf('login', confirmEmail, sendVerification, confirm),
    ...routesOf('register', confirmEmail, sendVerification, confirm),
    ...(hasEmailLogin(settings) ? emailLoginRoutes() : []),
    ...routesOf('forgot', resetPassword, (input, { context }) => passwordReset.request(input, context), reset),
  ];
}
