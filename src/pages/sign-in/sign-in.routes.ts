import type { Services } from '../../compose';
import { logout } from '../../features/auth/account.operations';
import { login, register } from '../../features/auth/auth.operations';
import { hasEmailLogin } from '../../features/email-login/email-login.settings';
import { completeLogin } from '../../features/mfa/mfa.operations';
import { stepUp } from '../../features/mfa/step-up.operations';
import { loginWithPasskey } from '../../features/passkeys/passkeys.operations';
import { sendsMails } from '../../platform/email/email.settings';
import type { AppError } from '../../platform/errors/app-error';
import { challengeFactors } from '../../platform/errors/login-challenge';
import type { FormBody } from '../../platform/http/form-body';
import type { Route } from '../../platform/http/routes';
import type { MailTurn } from '../../platform/rate-limits/rate-limits';
import { attempt } from '../kit/attempt';
import { jsonObjectOf } from '../kit/json-field';
import { withReturn } from '../kit/return-to';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import { changedUserFields, sentUserFields, userFieldsForm } from '../kit/user-fields-form';
import { codePage, codeRoutes, takesAddress } from './code.routes';
import { providerRoutes } from './provider.routes';
import { type EndText, endTextOf } from './session-ends';
import type { Challenge, LoginNote } from './sign-in.page';
import { canRegisterWith, type SignInSettings } from './sign-in-settings';
import { lasting, type SignInSteps } from './sign-in-steps';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./sign-in.page') as typeof import('./sign-in.page.js');

type SignInServices = Pick<
  Services,
  | 'auth'
  | 'loginCompletion'
  | 'passkeyLogins'
  | 'providerLogins'
  | 'emailVerification'
  | 'passwordReset'
  | 'stepUps'
  | 'userFields'
>;

const noteNames = {
  'signed-out': 'signedOut',
  'password-set': 'passwordSet',
  deleted: 'deleted',
  'not-saved': 'notSaved',
  'signed-in': 'noCookies',
} as const;

/** The form sends the key URI back, for the picture. A longer text fits into no QR code. */
const longestKeyUri = 2000;

/** The pages on which a person signs in, registers, and proves again who they are. */
export function signInRoutes(
  site: Site,
  services: SignInServices,
  settings: SignInSettings,
  steps: SignInSteps,
): Route[] {
  const { auth, loginCompletion, passkeyLogins, stepUps, userFields } = services;
  const { fields: own } = userFields;
  const emptyFields = userFieldsForm(own.writableBy('user'), own.shown(own.defaults, 'user'));
  const canRegister = canRegisterWith(settings);

  const byMail = hasEmailLogin(settings);
  const { providers } = settings;

  const loginPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const options = settings.passkeys ? (await passkeyLogins.options(visit.context)).options : null;
    const props = {
      problem,
      email: visit.form.get('email') ?? visit.authorization?.loginHint ?? undefined,
      returnTo: visit.returnTo,
      passkeyOptions: options,
      canRegister,
      byMail,
      providers,
      last: visit.lastProvider(),
      ...(await notesOf(visit)),
    };
    return show(pages().LoginPage, props, problem);
  };

  const notesOf = async (visit: Visit): Promise<{ notes: LoginNote[]; ended: EndText | null }> => {
    const name = visit.query.get('done') ?? '';
    const note = Object.hasOwn(noteNames, name) ? noteNames[name as keyof typeof noteNames] : null;
    const notes: LoginNote[] = note === null || (note === 'noCookies' && visit.hasCookies) ? [] : [note];
    if (visit.query.get('return_to') !== null && visit.returnTo === null) notes.push('unknownReturn');
    // After a form, the page only says what is wrong with it, and another note says why the session is over.
    const isAsked = visit.form.size === 0 && (note === null || note === 'notSaved');
    const ended = isAsked ? await visit.endOfSession() : null;
    return { notes, ended: ended && endTextOf(ended.reason) };
  };

  const postLogin = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    if (takesAddress(visit)) return loginPage(visit);
    const input = { email: form.get('email'), password: form.get('password'), ...lasting };
    const { result, problem } = await attempt(auth.login(input, context));
    if (result) return steps.signedIn(visit, result);
    if (problem.challenge) return steps.challenged(visit, problem.challenge, problem);
    if (problem.code === 'EMAIL_NOT_VERIFIED' && sendsMails(settings)) {
      // The password was right, so the code of the mail signs in here.
      if (problem.ofUser) steps.startLogin(visit, problem.ofUser);
      return codePage('login', settings, visit, {}, problem);
    }
    return deletedPage(visit, problem) ?? loginPage(visit, problem);
  };

  /** The password was right: the mail with which the account is restored was sent, and can be sent again. */
  const deletedPage = (visit: Visit, problem: AppError): Answer | null => {
    if (problem.reason !== 'deleted account' || !sendsMails(settings)) return null;
    if (problem.ofUser) steps.startLogin(visit, problem.ofUser);
    const { form, returnTo } = visit;
    const waitS = settings.rateLimits.MAIL_ADDRESS_PAUSE?.seconds ?? 0;
    return show(pages().DeletedPage, { email: form.get('email') ?? '', returnTo, waitS }, problem);
  };

  /** These pages have nothing to show before a form was sent, for example after a change of the language. */
  const restart = async ({ returnTo }: Visit): Promise<Answer> => ({ goTo: withReturn('/login', returnTo) });

  const postRestore = async (visit: Visit): Promise<Answer> => {
    const problem = await steps.mailRestoring(visit);
    return (problem && deletedPage(visit, problem)) ?? restart(visit);
  };

  const complete = async (visit: Visit): Promise<Answer> => {
    const { form, context, returnTo } = visit;
    const token = form.get('token') ?? '';
    const passkey = jsonObjectOf(form.get('passkey'));
    const input = { token, ...(passkey ? { passkey } : { code: codeIn(form) }) };
    const { result, problem } = await attempt(loginCompletion.complete(input, context));
    if (result) {
      const answer = await steps.signedIn(visit, result);
      // The login has added the first second factor, so there are no recovery codes yet.
      const needsCodes = form.has('secret') && settings.pages.areas.includes('account');
      return needsCodes ? { goTo: withReturn('/account/security/recovery-codes', returnTo) } : answer;
    }
    if (problem.code === 'INVALID_TOKEN' && problem.attemptsLeft === null) return loginPage(visit, problem);
    const [secret, uri] = [form.get('secret'), form.get('uri')];
    if (secret && uri?.startsWith('otpauth://') && uri.length <= longestKeyUri)
      return show(pages().EnrollPage, { token, secret, uri, returnTo, problem }, problem);
    const isRecovery = form.has('recovery_code');
    return show(
      pages().SecondFactorPage,
      { challenge: challengeOf(form, token), isRecovery, returnTo, problem },
      problem,
    );
  };

  const postLoginWithPasskey = async (visit: Visit): Promise<Answer> => {
    const input = { passkey: jsonObjectOf(visit.form.get('passkey')), ...lasting };
    const { result, problem } = await attempt(passkeyLogins.login(input, visit.context));
    return result ? steps.signedIn(visit, result) : loginPage(visit, problem);
  };

  const postRegister = async (visit: Visit): Promise<Answer> => {
    const { form, context, returnTo } = visit;
    const values = {
      email: form.get('email'),
      firstName: form.get('first_name'),
      lastName: form.get('last_name'),
      tel: form.get('tel'),
    };
    const registration = { ...values, password: form.get('password'), ...changedUserFields(emptyFields, form) };
    const { result, problem } = await attempt(auth.register(registration, context, 'page'));
    if (problem) {
      const own = sentUserFields(emptyFields.declared, form);
      return show(pages().RegisterPage, { problem, providers, returnTo, values, own }, problem);
    }
    const mustConfirm = settings.registration === 'confirm' || settings.emailVerification === 'required';
    if (!mustConfirm) return postLogin(visit);
    steps.startLogin(visit, result.id);
    return codePage('register', settings, visit);
  };

  const stepUpPage = async (visit: Visit, problem: AppError | null, mail: MailTurn | null = null): Promise<Answer> => {
    const options = await stepUps.options(visit.context);
    // With the password alone, the person would be sent here again.
    const needsFactor = [visit.query, visit.form].some((values) => values.get('acr') === 'aal2');
    if (needsFactor && options.factors.length === 0) {
      const userId = visit.session?.userId ?? '';
      return show(pages().FactorNeededPage, { returnTo: visit.returnTo, userId, canAddPasskey: settings.passkeys });
    }
    const mailed = mail && { email: visit.session?.email ?? '', ...mail };
    const isRecovery = visit.form.has('recovery_code');
    const { returnTo } = visit;
    return show(pages().StepUpPage, { options, needsFactor, isRecovery, returnTo, mailed, problem }, problem);
  };

  /** For a person without a second factor. */
  const postStepUpByMail = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    if (form.get('intent') === 'send-again') {
      const { result, problem } = await attempt(steps.sendStepUpCode(visit));
      return stepUpPage(visit, problem, result);
    }
    const proof = { emailToken: visit.waiting('emailLogin') ?? '', emailCode: form.get('email_code') ?? '' };
    const { problem } = await attempt(stepUps.stepUp(proof, context));
    if (problem) return stepUpPage(visit, problem, { isPaused: false, waitS: 0 });
    visit.endWaiting('emailLogin');
    return steppedUp(visit);
  };

  const steppedUp = async (visit: Visit): Promise<Answer> => {
    await visit.renewSession();
    return { goTo: visit.returnTo ?? site.home };
  };

  const postStepUp = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    const passkey = jsonObjectOf(form.get('passkey'));
    const proof = passkey
      ? { passkey }
      : codeIn(form) !== undefined
        ? { code: codeIn(form) }
        : { password: form.get('password') };
    const { problem } = await attempt(stepUps.stepUp(proof, context));
    return problem ? stepUpPage(visit, problem) : steppedUp(visit);
  };

  return [
    ...site.routes({
      path: '/login',
      operation: login,
      get: async (visit) => {
        const goTo = await visit.destination();
        if (goTo === null) return loginPage(visit);
        if (goTo === '/login') return show(pages().MessagePage, { message: 'signedIn', returnTo: null });
        const isOwn = goTo.startsWith('/');
        return isOwn || visit.mayGoBack(goTo) ? { goTo } : show(pages().SentAgainPage, { returnTo: goTo });
      },
      post: postLogin,
      beforePost: (context) => auth.rejectOverload(login, context),
    }),
    ...site.routes({
      path: '/login/complete',
      operation: completeLogin,
      get: restart,
      post: complete,
    }),
    ...site.routes({
      path: '/login/restore',
      operation: login,
      get: restart,
      post: postRestore,
    }),
    ...site.routes({
      path: '/login/passkey',
      operation: loginWithPasskey,
      get: restart,
      post: postLoginWithPasskey,
    }),
    ...site.routes({
      path: '/register',
      operation: register,
      get: async ({ returnTo }) =>
        canRegister
          ? show(pages().RegisterPage, { problem: null, providers, returnTo, values: {}, own: emptyFields })
          : show(pages().MessagePage, { message: 'closed', returnTo }),
      post: postRegister,
      beforePost: (context) => auth.rejectOverload(register, context),
    }),
    ...codeRoutes(site, services, settings, steps),
    ...providerRoutes(site, services, settings, steps, loginPage),
    ...site.routes({
      path: '/step-up',
      operation: stepUp,
      get: (visit) => stepUpPage(visit, null),
      post: postStepUp,
    }),
    ...site.routes({
      path: '/step-up/code',
      operation: stepUp,
      get: async ({ returnTo }) => ({ goTo: withReturn('/step-up', returnTo) }),
      post: postStepUpByMail,
    }),
    ...site.routes({
      path: '/logout',
      operation: logout,
      get: async ({ returnTo }) => show(pages().LogoutPage, { returnTo }),
      post: async (visit) => {
        await steps.signOut(visit);
        return { goTo: visit.returnTo ?? '/login?done=signed-out' };
      },
    }),
  ];
}

/** The code of an app, or a recovery code: each has a form. */
const codeIn = (form: FormBody) => form.get('code') ?? form.get('recovery_code');

/** Returns the challenge that the form has carried from the first step. */
function challengeOf(form: FormBody, token: string): Challenge {
  const named = (form.get('factors') ?? '').split(' ');
  return {
    token,
    factors: challengeFactors.filter((factor) => named.includes(factor)),
    passkeyOptions: jsonObjectOf(form.get('options')),
  };
}
