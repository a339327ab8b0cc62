import type { MailTurn } from '../../accounts/users/mail.limits';
import type { Services } from '../../compose/services';
import { completeEmailLogin, requestEmailLogin } from '../../features/email-login/email-login.operations';
import { hasEmailLogin } from '../../features/email-login/email-login.settings';
import { confirmEmail } from '../../features/email-verification/email-verification.operations';
import { requestPasswordReset, resetPassword } from '../../features/password-change/password-change.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import type { Operation } from '../../platform/operations/define-operation';
import { type Attempt, attempt } from '../kit/attempt';
import { withReturn } from '../kit/return-to';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import type { CodeProps, CodeStep } from './sign-in.page';
import type { SignInSettings } from './sign-in-settings';
import type { SignInSteps } from './sign-in-steps';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./sign-in.page') as typeof import('./sign-in.page.js');

type CodeServices = Pick<Services, 'emailVerification' | 'passwordReset'>;

/** Whether the form of another page has only brought the address. Then nothing is done. */
export const takesAddress = ({ form }: Visit): boolean => form.get('intent') === 'ask';

/** Shows the page that waits for the code of the e-mail that a form of `step` has sent. */
export function codePage(
  step: CodeStep,
  settings: SignInSettings,
  visit: Visit,
  more: Partial<Pick<CodeProps, 'email' | 'note' | 'waitS' | 'canSendAgain' | 'problem'>> = {},
  /** What the page answers, if its status is not that of `problem`. */
  cause: AppError | null = more.problem ?? null,
): Answer {
  const { problem = null, note, waitS = settings.rateLimits.MAIL_ADDRESS_PAUSE?.seconds ?? 0 } = more;
  const { email = visit.form.get('email') ?? '', canSendAgain = canAskAgain(step, visit) } = more;
  const withPassword = setsPassword(step, settings);
  const { returnTo } = visit;
  const props = { step, email: email.trim(), withPassword, returnTo, note, waitS, canSendAgain, problem };
  return show(pages().CodePage, props, cause);
}

/** Another mail that connects a provider needs the token that came with `LINK_REQUIRED`. */
const canAskAgain = (step: CodeStep, visit: Visit): boolean =>
  step !== 'login/connect' || visit.waiting('identityLink') !== null;

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
    const { result: user, problem } = await attempt(emailVerification.confirmEmail(input, visit.context));
    if (problem) return { result: null, problem };
    const answer = await steps.afterConfirmation(visit, user, visit.form.get('password') ?? null);
    const { returnTo } = visit;
    return { result: answer ?? show(pages().MessagePage, { message: 'confirmed', returnTo }), problem: null };
  };
  const reset = async (input: object, visit: Visit): Promise<Attempt<Answer>> => {
    const { result, problem } = await attempt(passwordReset.resetPassword(input, visit.context));
    if (problem) return { result: null, problem };
    const answer = await steps.afterPassword(visit, result, visit.form.get('password') ?? '');
    return { result: answer ?? { goTo: '/login?done=password-set' }, problem: null };
  };
  /** The form for the address, before the page that waits for the code. */
  const addressRoutes = (
    step: 'forgot' | 'login/email',
    operation: Operation,
    send: (input: { email: string | undefined }, visit: Visit) => Promise<MailTurn>,
    shown: (turn: MailTurn) => Partial<Pick<CodeProps, 'note' | 'waitS'>>,
  ) =>
    site.routes({
      path: `/${step}`,
      operation,
      get: async ({ returnTo }) => show(pages().AddressPage, { step, problem: null, returnTo }),
      post: async (visit) => {
        const { returnTo, form } = visit;
        const email = form.get('email');
        if (takesAddress(visit)) return show(pages().AddressPage, { step, problem: null, email, returnTo });
        const { result, problem } = await attempt(send({ email }, visit));
        if (problem) return show(pages().AddressPage, { step, problem, email, returnTo }, problem);
        return codePage(step, settings, visit, shown(result));
      },
    });

  const sendVerification = (input: object, { context }: Visit) =>
    emailVerification.sendEmailVerification(input, context);
  const sendReset = (input: object, { context }: Visit) => passwordReset.requestPasswordReset(input, context);
  const sendCode = (input: { email: string | undefined }, visit: Visit) => steps.sendCode(input, visit);
  const signIn = ({ code }: { code: string }, visit: Visit) => steps.afterMail(visit, { code });
  const tooSoon = ({ isPaused, waitS }: MailTurn) => ({ waitS, ...(isPaused && { note: 'tooSoon' as const }) });
  return [
    ...routesOf('login', confirmEmail, sendVerification, confirm),
    ...routesOf('register', confirmEmail, sendVerification, confirm),
    ...(hasEmailLogin(settings)
      ? [
          ...addressRoutes('login/email', requestEmailLogin, sendCode, tooSoon),
          ...routesOf('login/email', completeEmailLogin, sendCode, signIn),
        ]
      : []),
    ...(settings.providers.length > 0
      ? routesOf('login/connect', completeEmailLogin, (_, visit) => steps.sendConnectingCode(visit), signIn)
      : []),
    ...addressRoutes('forgot', requestPasswordReset, sendReset, () => ({})),
    ...routesOf('forgot', resetPassword, sendReset, reset),
  ];
}
