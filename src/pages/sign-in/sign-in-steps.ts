import type { Login } from '../../accounts/auth/session-opener';
import type { MailTurn } from '../../accounts/users/mail.limits';
import { mailLimits } from '../../accounts/users/mail.limits';
import type { RequestedCode } from '../../accounts/users/requested-mail';
import type { User } from '../../accounts/users/user';
import type { Services } from '../../compose/services';
import type { EmailLogin } from '../../features/email-login/email-login.service';
import type { AppError } from '../../platform/errors/app-error';
import type { ErrorCode } from '../../platform/errors/error-table';
import type { LoginChallenge } from '../../platform/errors/login-challenge';
import type { FormBody } from '../../platform/http/form-body';
import { type Attempt, attempt, ofForms } from '../kit/attempt';
import { withNote, withReturn } from '../kit/return-to';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import type { SignInSettings } from './sign-in-settings';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./sign-in.page') as typeof import('./sign-in.page.js');

/** What the pages ask of every login. The cookie of the page replaces the refresh token. */
export const lasting = { scope: 'offline_access', refreshTokenIn: 'cookie' } as const;
const lastingOptions = { offlineAccess: true, refreshTokenIn: 'cookie' } as const;

type StepServices = Pick<
  Services,
  'auth' | 'account' | 'passkeys' | 'startedLogins' | 'emailLogins' | 'factors' | 'logouts' | 'stepUps'
>;

/** What the profile says to a person who was signed in after this. */
type ArrivalNote = 'password' | 'verified' | 'welcome';

/** The steps of a sign-in that several pages share. */
export class SignInSteps {
  constructor(
    private readonly site: Site,
    private readonly services: StepServices,
    private readonly settings: Pick<SignInSettings, 'pages'>,
  ) {}

  /** Ends the sessions of the cookies that this browser has: of the pages, and of an application on the same site. */
  async endSessions({ session, context, application }: Visit): Promise<void> {
    for (const own of [session && context, application]) {
      if (own) await attempt(this.services.account.logout({ sessions: 'current' }, own), ['UNAUTHENTICATED']);
    }
  }

  /** Signs the person out in this browser, and where they have signed in from here without staying signed in. */
  async signOut(visit: Visit): Promise<void> {
    const { session, context, application } = visit;
    if (session) await this.services.logouts.end(session, context);
    if (application)
      await attempt(this.services.account.logout({ sessions: 'current' }, application), ['UNAUTHENTICATED']);
    visit.signOut();
  }

  async signedIn(visit: Visit, login: Login, note?: ArrivalNote): Promise<{ goTo: string }> {
    // The browser forgets the cookies of earlier sessions, so these sessions end (ASVS 5.0, 7.2.4).
    await this.endSessions(visit);
    await visit.signIn(login);
    const { home } = this.site;
    const goTo = visit.returnTo ?? (note && home === '/account' ? withNote(home, note) : home);
    // A browser that keeps no cookies is not signed in: the sign-in page then says so, and otherwise leads on.
    return { goTo: visit.hasCookies ? goTo : withNote(withReturn('/login', goTo), 'signed-in') };
  }

  /**
   * After a sign-in with the password. A browser that can then gets the chance to add a passkey by itself: the request that has
   * proved the password is the only one that gets the options (decision 062).
   */
  async signedInWithPassword(visit: Visit, login: Login): Promise<Answer> {
    const answer = await this.signedIn(visit, login);
    if (!canUpgrade(visit) || !visit.hasCookies) return answer;
    const { result } = await attempt(this.services.passkeys.upgradeOptions(login, visit.context), withoutPasskey);
    return result ? show(pages().PasskeyUpgradePage, { options: result.options, goTo: answer.goTo }) : answer;
  }

  /** The next step of a login whose first step was right. */
  async challenged(visit: Visit, challenge: LoginChallenge, problem: AppError): Promise<Answer> {
    const { returnTo } = visit;
    if (challenge.factors.length > 0)
      return show(
        pages().SecondFactorPage,
        { challenge, passkeyUpgrade: canUpgrade(visit), returnTo, problem: null },
        problem,
      );
    const { token } = challenge;
    const { secret, uri } = await this.services.factors.enrollTotp({ token }, visit.context);
    return show(pages().EnrollPage, { token, secret, uri, returnTo, problem: null }, problem);
  }

  /** Signs in a person who has just set the password. Null if this is not possible: then the person signs in. */
  async afterPassword(
    visit: Visit,
    { email }: Pick<User, 'email'>,
    password: string,
    note: ArrivalNote = 'password',
  ): Promise<Answer | null> {
    if (!this.canSignIn(visit)) return null;
    // As after a registration: the second click of two waits for this answer.
    visit.context.outlivesClient = true;
    return this.arrived(visit, this.services.auth.login({ email, password, ...lasting }, visit.context), note);
  }

  /**
   * Signs in a person whose address was confirmed, in the browser that has registered or has shown the password, and nowhere
   * else. Null if the person has to sign in.
   */
  async afterConfirmation(visit: Visit, user: User, password: string | null): Promise<Answer | null> {
    const { startedLogins } = this.services;
    if (!this.canSignIn(visit) || !startedLogins.isOf(user.id, visit.startedLogin())) return null;
    visit.endStartedLogin();
    if (password !== null) return this.afterPassword(visit, user, password, 'verified');
    return this.arrived(visit, startedLogins.finish(user.id, lastingOptions, visit.context), 'verified');
  }

  /** Mails the link again with which the account is restored, to the person who has shown the password in this browser. */
  async mailRestoring(visit: Visit): Promise<AppError | null> {
    const { startedLogins } = this.services;
    const userId = startedLogins.userOf(visit.startedLogin());
    return userId === null ? null : (await attempt(startedLogins.mailAgain(userId, visit.context))).problem;
  }

  /** The browser keeps the token of the request, so that a further mail replaces the one before. */
  sendCode(input: { email: string | undefined; linkToken?: string }, visit: Visit): Promise<MailTurn> {
    return this.sent(this.services.emailLogins.requestEmailLogin(input, visit.context), input.email ?? '', visit);
  }

  /** Sends a code with which a person who is signed in proves that the mailbox is theirs. */
  sendStepUpCode(visit: Visit): Promise<MailTurn> {
    return this.sent(this.services.stepUps.requestStepUpCode(visit.context), visit.session?.email ?? '', visit);
  }

  private async sent(request: Promise<RequestedCode>, address: string, visit: Visit): Promise<MailTurn> {
    const { emailLogins } = this.services;
    const { result, problem } = await attempt(request);
    if (result) {
      visit.startWaiting('emailLogin', result);
      return { isPaused: false, waitS: result.waitS };
    }
    if (problem.limit !== mailLimits.MAIL_ADDRESS_PAUSE.name) throw problem;
    // Another browser may have asked for the mail: its code is of no use here.
    if (!(await emailLogins.isWaiting(visit.waiting('emailLogin') ?? '', address))) throw problem;
    return { isPaused: true, waitS: problem.retryAfterS ?? 0 };
  }

  /** Sends a code that also connects the provider of the login that waits in this browser. */
  sendConnectingCode(visit: Visit): Promise<MailTurn> {
    const linkToken = visit.waiting('identityLink') ?? '';
    return this.sendCode({ email: visit.form.get('email'), linkToken }, visit);
  }

  /**
   * Signs in with the code or the link of a mail, in the browser that has asked for it: a form of another site sends no
   * cookie with the token of the request.
   */
  async afterMail(visit: Visit, mailed: { code: string } | { link: string }): Promise<Attempt<Answer>> {
    const token = visit.waiting('emailLogin') ?? '';
    const completing = this.services.emailLogins.completeEmailLogin({ token, ...mailed, ...lasting }, visit.context);
    const { result, problem } = await attempt(completing);
    if (result) {
      visit.endWaiting('emailLogin');
      return { result: await this.signedInByMail(visit, result), problem: null };
    }
    if (!problem.challenge) return { result, problem };
    visit.endWaiting('emailLogin');
    return { result: await this.challenged(visit, problem.challenge, problem), problem: null };
  }

  private async signedInByMail(visit: Visit, { lostPassword, ...login }: EmailLogin): Promise<Answer> {
    const answer = await this.signedIn(visit, login);
    if (!lostPassword) return answer;
    return show(pages().MessagePage, { message: 'passwordRemoved', returnTo: answer.goTo });
  }

  /** Remembers in this browser that its user waits for the proof of the address. */
  startLogin(visit: Visit, userId: string): void {
    visit.startLogin(this.services.startedLogins.start(userId));
  }

  private async arrived(visit: Visit, opening: Promise<Login>, note: ArrivalNote): Promise<Answer | null> {
    const { result, problem } = await attempt(opening);
    if (result) return this.signedIn(visit, result, note);
    return problem.challenge ? this.challenged(visit, problem.challenge, problem) : null;
  }

  /** Otherwise a page of another site could sign the person in to an account of the attacker. */
  private canSignIn(visit: Visit): boolean {
    return this.settings.pages.areas.includes('sign-in') && visit.isFromOwnPage;
  }
}

/** Whether the script of the page has said that the browser can add a passkey by itself. */
export const canUpgrade = ({ form }: Visit): boolean => form.get('passkey_upgrade') === 'yes';

/** Nobody has asked for the passkey, so nobody is told that there is none. */
export const withoutPasskey: readonly ErrorCode[] = [...ofForms, 'FORBIDDEN', 'STEP_UP_REQUIRED', 'UNAUTHENTICATED'];

/** These pages have nothing to show before a form was sent, for example after a change of the language. */
export const restart = async ({ returnTo }: Visit): Promise<Answer> => ({ goTo: withReturn('/login', returnTo) });

/** The code of an app, or a recovery code: each has a form. */
export const codeIn = (form: FormBody) => form.get('code') ?? form.get('recovery_code');
