import { logout } from '../../accounts/auth/account.operations';
import { login } from '../../accounts/auth/auth.operations';
import { deletionReasons } from '../../accounts/deletion/deletion.reasons';
import type { Services } from '../../compose/services';
import { hasEmailLogin } from '../../features/email-login/email-login.settings';
import { addPasskey, loginWithPasskey } from '../../features/passkeys/passkeys.operations';
import { passkeyReasons } from '../../features/passkeys/passkeys.reasons';
import { sendsMails } from '../../platform/email/email.settings';
import type { AppError } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { jsonObjectOf } from '../kit/json-field';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import { codePage, codeRoutes, takesAddress } from './code.routes';
import { providerRoutes } from './provider.routes';
import { registerRoutes } from './register.routes';
import { secondStepRoutes } from './second-step.routes';
import { type EndText, endTextOf } from './session-ends';
import type { LoginNote } from './sign-in.page';
import { canRegisterWith, type SignInSettings } from './sign-in-settings';
import { lasting, restart, type SignInSteps, withoutPasskey } from './sign-in-steps';
import { stepUpRoutes } from './step-up.routes';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./sign-in.page') as typeof import('./sign-in.page.js');

type SignInServices = Pick<
  Services,
  | 'auth'
  | 'loginCompletion'
  | 'passkeyLogins'
  | 'passkeys'
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

/** The pages on which a person signs in, registers, and proves again who they are. */
export function signInRoutes(
  site: Site,
  services: SignInServices,
  settings: SignInSettings,
  steps: SignInSteps,
): Route[] {
  const { auth, passkeyLogins, passkeys } = services;
  const canRegister = canRegisterWith(settings);

  const byMail = hasEmailLogin(settings);
  const { providers } = settings;

  const loginPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const options = settings.passkeys ? (await passkeyLogins.passkeyLoginOptions(visit.context)).options : null;
    const props = {
      problem,
      email: visit.form.get('email') ?? visit.authorization?.loginHint ?? undefined,
      returnTo: visit.returnTo,
      passkeyOptions: options,
      passkeyUpgrade: settings.passkeys && settings.passkeyUpgrade,
      unknownPasskey: unknownPasskeyOf(visit, problem),
      canRegister,
      byMail,
      providers,
      last: visit.lastProvider(),
      ...(await notesOf(visit)),
    };
    return show(pages().LoginPage, props, problem);
  };

  const unknownPasskeyOf = ({ form }: Visit, problem: AppError | null) => {
    if (problem?.reason !== passkeyReasons['unknown passkey']) return null;
    // The operation has read it.
    const { id } = jsonObjectOf(form.get('passkey')) as { id: string };
    return { rpId: settings.passkeyRpId, credentialId: id };
  };

  const postLogin = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    if (takesAddress(visit)) return loginPage(visit);
    const input = { email: form.get('email'), password: form.get('password'), ...lasting };
    const { result, problem } = await attempt(auth.login(input, context));
    if (result) return steps.signedInWithPassword(visit, result);
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
    if (problem.reason !== deletionReasons['deleted account'] || !sendsMails(settings)) return null;
    if (problem.ofUser) steps.startLogin(visit, problem.ofUser);
    const { form, returnTo } = visit;
    const waitS = settings.rateLimits.MAIL_ADDRESS_PAUSE?.seconds ?? 0;
    return show(pages().DeletedPage, { email: form.get('email') ?? '', returnTo, waitS }, problem);
  };

  const postRestore = async (visit: Visit): Promise<Answer> => {
    const problem = await steps.mailRestoring(visit);
    return (problem && deletedPage(visit, problem)) ?? restart(visit);
  };

  const postLoginWithPasskey = async (visit: Visit): Promise<Answer> => {
    const input = { passkey: jsonObjectOf(visit.form.get('passkey')), ...lasting };
    const { result, problem } = await attempt(passkeyLogins.loginWithPasskey(input, visit.context));
    if (result) return steps.signedIn(visit, result);
    return problem.challenge ? steps.challenged(visit, problem.challenge, problem) : loginPage(visit, problem);
  };

  const postPasskeyUpgrade = async (visit: Visit): Promise<Answer> => {
    const input = { passkey: jsonObjectOf(visit.form.get('passkey')) };
    await attempt(passkeys.addPasskey(input, visit.context), withoutPasskey);
    return { goTo: visit.returnTo ?? site.home };
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
      path: '/login/passkey-upgrade',
      operation: addPasskey,
      get: restart,
      post: postPasskeyUpgrade,
    }),
    ...secondStepRoutes(site, services, settings, steps, loginPage),
    ...registerRoutes(site, services, settings, steps, postLogin),
    ...codeRoutes(site, services, settings, steps),
    ...providerRoutes(site, services, settings, steps, loginPage),
    ...stepUpRoutes(site, services, settings, steps),
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

/** What the page says above its form. */
async function notesOf(visit: Visit): Promise<{ notes: LoginNote[]; ended: EndText | null }> {
  const name = visit.query.get('done') ?? '';
  const note = Object.hasOwn(noteNames, name) ? noteNames[name as keyof typeof noteNames] : null;
  const notes: LoginNote[] = note === null || (note === 'noCookies' && visit.hasCookies) ? [] : [note];
  if (visit.query.get('return_to') !== null && visit.returnTo === null) notes.push('unknownReturn');
  // After a form, the page only says what is wrong with it, and another note says why the session is over.
  const isAsked = visit.form.size === 0 && (note === null || note === 'notSaved');
  const ended = isAsked ? await visit.endOfSession() : null;
  return { notes, ended: ended && endTextOf(ended.reason) };
}
