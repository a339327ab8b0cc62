import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { adminAccessReasons } from '../../accounts/admin-access/admin-access.reasons';
import type { PageSession, PageSessions } from '../../accounts/auth/page-sessions';
import type { Login } from '../../accounts/auth/session-opener';
import type { StartedLogin } from '../../accounts/auth/started-logins';
import type { AuthorizationService, WaitingAuthorization } from '../../features/openid/authorization.service';
import type { Challenges } from '../../platform/challenges/challenges';
import { AppError } from '../../platform/errors/app-error';
import type { SessionEnd } from '../../platform/errors/session-end';
import { writeErrorHead } from '../../platform/http/error-head';
import { type FormBody, formBody } from '../../platform/http/form-body';
import { toHttpError } from '../../platform/http/http-error';
import { bodyBytes } from '../../platform/http/http-limits';
import { basePathOf, sendPage } from '../../platform/http/page';
import {
  createPageCookies,
  isFromOwnPage,
  isNavigation,
  type PageCookies,
  prefersPage,
  type WaitingLogin,
} from '../../platform/http/page-cookies';
import { pageContextOf } from '../../platform/http/read-request-context';
import { createRefreshCookies, type RefreshCookies } from '../../platform/http/refresh-cookie';
import { factsOf } from '../../platform/http/request-facts';
import type { Route } from '../../platform/http/routes';
import { type SentFile, sendFile } from '../../platform/http/send-file';
import { SentForms } from '../../platform/http/sent-forms';
import type { Operation } from '../../platform/operations/define-operation';
import { isLocale, type Locale } from '../../platform/request/locale';
import type { RequestContext } from '../../platform/request/request-context';
import type { Assets } from './assets';
import { frameOf, homeOf, policyOf, policyWithSite, type SiteConfig, type SiteFrame } from './frame';
import type { Acting, Content, Frame, ViewContext } from './layout.page';
import { continuePath, continueWith, requestOf, returnTo, stepUpAt, withNote, withReturn } from './return-to';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./problem.page') as typeof import('./problem.page.js');

/** What a page reads from the cookies of the browser, and writes into them. */
interface VisitCookies {
  /**
   * Returns false if this browser was sent back to this address of an application moments ago. The application has sent it
   * here again, perhaps without asking the person, and would do so forever.
   */
  mayGoBack(address: string): boolean;
  /** Returns the id for a form that can be sent once, for changes that a repeated form must not make again. */
  openForm(): string;
  /** Returns false if the form of this page was sent already, for example when the browser loads the answer again. */
  isOpenForm(): boolean;
  /** After the changes of the form. A form that a step-up or a limit has stopped can be sent again. */
  closeForm(): void;
  /** The text of a login that waits in this browser for the proof of an address. */
  startedLogin(): string | null;
  startLogin(login: StartedLogin): void;
  endStartedLogin(): void;
  /** What a login needs that waits in this browser. A page of another site cannot know it. */
  waiting(name: WaitingLogin): string | null;
  startWaiting(name: WaitingLogin, login: { token: string; expiresInS: number }): void;
  endWaiting(name: WaitingLogin): void;
  /** The provider with which a person signed in last in this browser. */
  lastProvider(): string | null;
  keepProvider(id: string): void;
  /** Removes the cookies of the session, and of a session in which the person acts as a user. */
  signOut(): void;
  stopActing(): void;
}

/** A request for a page. */
export interface Visit extends VisitCookies {
  context: RequestContext;
  /** Null if the person is not signed in. */
  session: PageSession | null;
  /** The parts of the path that the path of the route names, such as `:id`. */
  params: Readonly<Record<string, string | undefined>>;
  /** The parameters of the URL. */
  query: URLSearchParams;
  /** The fields of the form that was sent. Empty for a GET. */
  form: FormBody;
  /** Where the person goes after this page, if the request names an allowed place. */
  returnTo: string | null;
  /**
   * Returns where a person who is signed in goes. Null if the person has to sign in (again): an application in
   * REDIRECT_URIS needs a refresh cookie of the same session.
   */
  destination(): Promise<string | null>;
  /** The sign-in to an application that goes on after this page. */
  authorization: WaitingAuthorization | null;
  /**
   * For operations with the refresh cookie of an application in REDIRECT_URIS, which can belong to another session. Null
   * without this cookie.
   */
  application: RequestContext | null;
  /** Returns why the session of this browser's cookie is over, for a person who has to sign in again. */
  endOfSession(): Promise<{ reason: SessionEnd | null } | null>;
  /** Whether the browser has sent a cookie. Each page gives it one. */
  hasCookies: boolean;
  /** Whether a form on a page of ours sent the request. For the pages of links, which take forms without this, too. */
  isFromOwnPage: boolean;
  /** Opens the pages for the session of a login, and the applications in REDIRECT_URIS with the refresh cookie. */
  signIn(login: Login): Promise<void>;
  /** Replaces the cookie of the session, after a new proof of who the person is. */
  renewSession(): Promise<void>;
  /** The user as whom the person acts. Null if the person does not act as a user. */
  acting: ActingVisit | null;
  /** Opens the pages as the user of this session. */
  startActing(session: { sessionId: string; expiresTs: Date }): Promise<void>;
}

interface ActingVisit {
  userId: string;
  /** For operations as the user. */
  context: RequestContext;
}

/** What a page answers: content, or a redirect to a path of ours or an address in REDIRECT_URIS. */
export type Answer = Shown | { goTo: string };

/** What a form can answer, too. The browser keeps the page, and stores the file. */
export interface FileAnswer {
  file: SentFile;
}

export interface Shown {
  page: (context: ViewContext) => Content;
  /** Sets the status and the headers of the response. */
  problem: AppError | null;
  /** A further address to which a form of the page goes. */
  formAction?: string;
}

/** A view is a pure function. */
export const show = <Props>(
  view: (props: Props, context: ViewContext) => Content,
  props: NoInfer<Props>,
  problem: AppError | null = null,
): Shown => ({ page: (context) => view(props, context), problem });

/** Returns the word of `?done=`, if it is in the list. */
export const noteOf = <Note extends string>({ query }: Visit, notes: readonly Note[]): Note | null =>
  notes.find((note) => note === query.get('done')) ?? null;

type PageRoute = { path: string; get?: (visit: Visit) => Promise<Answer> } & (FormRoute | { post?: never });

interface FormRoute {
  post: (visit: Visit) => Promise<Answer | FileAnswer>;
  /** What the form does. */
  operation: Operation;
  /** The size of the form. */
  bodyBytes?: number;
  /** Runs before the form is read, so that it can reject the request with little work. */
  beforePost?: (context: RequestContext) => Promise<void>;
}

/** Here a super admin who acts as a user is the super admin. On all other pages, the super admin is the user. */
const ownPages = /^\/(?:console|stop-acting|login|logout|register|step-up)(?:\/|$)/;

/** Where a form has the answer to a challenge: in its own field, or in that of a widget. */
const challengeFields = ['challenge', 'cf-turnstile-response', 'h-captcha-response', 'g-recaptcha-response'];

/** What differs between the pages of the site and those that the links of e-mails lead to. */
interface Sending {
  /** Browsers must send `Origin` with forms, which they do not with the policy `no-referrer`. */
  referrerPolicy: 'same-origin' | 'no-referrer';
  /** The beginning of the links to the other languages of the page. */
  languages: string;
  /** What the form of the page does, which can ask for a challenge. */
  operation: Operation;
}

/** What differs on a page that is not at the address of the others. */
interface OwnFrame {
  base?: string;
  home?: null;
  /** What the page loads, too. */
  sources?: Readonly<Record<string, readonly string[]>>;
}

/** What all pages have in common: cookies, language, policy, forms, redirects and errors. */
export class Site {
  readonly base: string;
  /** The first page of a person who is signed in. */
  readonly home: string;
  private readonly cookies: PageCookies;
  /** Null without applications, which are the only ones that need the refresh cookie. */
  private readonly refreshCookies: RefreshCookies | null;
  private readonly policy: Readonly<Record<string, readonly string[]>>;
  private readonly frame: SiteFrame;
  private readonly sentForms = new SentForms();
  private readonly actingFrames = new WeakMap<Response, Acting>();
  /** The sign-in to an application that goes on after the page. */
  private readonly waiting = new WeakMap<Response, WaitingAuthorization>();
  /** The e-mail address of the person who is signed in, or of the user as whom they act. */
  private readonly people = new WeakMap<Response, string>();

  constructor(
    private readonly config: SiteConfig,
    private readonly assets: Assets,
    private readonly sessions: PageSessions,
    private readonly authorizations: Pick<AuthorizationService, 'find'>,
    private readonly botChallenges: Pick<Challenges, 'offer'> | null,
  ) {
    this.base = basePathOf(config.publicUrl);
    this.home = homeOf(config.pages);
    this.frame = frameOf(config, assets, this.base);
    this.cookies = createPageCookies(config.publicUrl);
    this.refreshCookies = config.pages.redirectUris.length > 0 ? createRefreshCookies(config) : null;
    this.policy = policyOf(config.pages);
  }

  /** Returns the routes of a page. Only a form on a page of ours can POST. */
  routes({ path, get, ...form }: PageRoute): Route[] {
    const renderError = this.renderError();
    const handlerOf = (answerTo: (visit: Visit) => Promise<Answer | FileAnswer>): RequestHandler => {
      return async (req, res) => {
        const visit = await this.visit(req, res);
        const answer = await this.answerOnce(req, res, () => answerTo(visit), isDone);
        if ('file' in answer) return sendFile(res, answer.file);
        this.send(req, res, answer, form.post && { operation: form.operation });
      };
    };
    const isAllowed: RequestHandler = (req, _res, next) => {
      if (!isFromOwnPage(req, this.config.publicUrl)) throw foreignForm();
      next();
    };
    const common = { path, api: 'pages', renderError } as const;
    const routes: Route[] = [];
    if (get) routes.push({ ...common, method: 'get', operation: { name: 'page' }, handlers: [handlerOf(get)] });
    if (form.post) {
      const { operation, post, beforePost, bodyBytes: bytes = bodyBytes.rest } = form;
      const before: RequestHandler = async (req, res, next) => {
        await beforePost?.(this.contextOf(req, res));
        next();
      };
      routes.push({
        ...common,
        method: 'post',
        operation,
        handlers: [isAllowed, before, formBody(bytes), handlerOf(post)],
      });
    }
    return routes;
  }

  /**
   * Answers a form that is sent twice, as by a double click, like the first time. Only to the browser that has sent it. The other
   * cookies of the second request can be those of before the first answer, or of after it.
   */
  answerOnce<Sent>(
    req: Request,
    res: Response,
    work: () => Promise<Sent>,
    isDone: (answer: Sent) => boolean,
  ): Promise<Sent> {
    const browser = this.cookies.browser(req);
    const isForm = req.method === 'POST' && isNavigation(req) && isFromOwnPage(req, this.config.publicUrl);
    if (!isForm || browser === null) return work();
    const body: FormBody = req.body ?? new Map();
    return this.sentForms.answer([browser, req.url, [...body]], res, work, isDone);
  }

  /** `ofLink`: on the pages of links in mails, a super admin who acts as a user is the super admin. */
  async visit(req: Request, res: Response, { ofLink = false } = {}): Promise<Visit> {
    const query = queryOf(req);
    this.chooseLanguage(req, res);
    const locale = this.localeOf(req);
    const form: FormBody = req.body ?? new Map();
    const target = this.returnToOf(req, form);
    const anonymous = pageContextOf(req, res, { locale, returnTo: target });
    const authorization = await this.authorizationOf(req, target, anonymous);
    if (authorization) this.waiting.set(res, authorization);
    // A POST comes from a page of ours, so the refresh cookie is accepted without a further check.
    const refreshToken = req.method === 'POST' ? (this.refreshCookies?.sent(req) ?? null) : null;
    const own = isNavigation(req) ? await this.ownSession(req, anonymous) : null;
    const acting = ofLink ? null : own && (await this.actingSession(req, own, anonymous));
    if (own && acting) {
      const { userId, email: user, expiresTs: until } = acting;
      this.actingFrames.set(res, { userId, user, admin: own.email, until });
    }
    const isOwnPage = ofLink || ownPages.test(splitUrl(req).path);
    const session = isOwnPage ? own : (acting ?? own);
    if (session) this.people.set(res, session.email);
    const context = session
      ? pageContextOf(req, res, { authorization: session.authorization, locale, returnTo: target })
      : anonymous;
    context.challengeAnswer = challengeFields.map((name) => form.get(name)).find(Boolean);
    // The form was made before the person began or stopped to act as a user.
    const isForOther = (form.get('acting_as') ?? null) !== (acting?.userId ?? null);
    if (req.method === 'POST' && !isOwnPage && isForOther) throw changedUser();
    const give = async (sessionId: string, expires: Date) =>
      this.cookies.setSession(res, await this.sessions.giveCookie(sessionId), expires);
    return {
      ...this.cookiesOf(req, res, form),
      context,
      session,
      params: textsOf(req.params),
      query,
      form,
      returnTo: target,
      destination: async () => {
        if (!session || authorization?.needsLogin(session)) return null;
        if (target === null || target.startsWith('/')) return target ?? this.home;
        const token = this.refreshCookies?.sent(req);
        return token && (await this.sessions.hasRefreshToken(session, token, context.timings)) ? target : null;
      },
      endOfSession: async () => {
        const cookie = this.cookies.session(req);
        return cookie === null ? null : this.sessions.findEnd(cookie, anonymous.timings);
      },
      hasCookies: req.headers.cookie !== undefined,
      isFromOwnPage: isFromOwnPage(req, this.config.publicUrl),
      signIn: async ({ sessionId, sessionExpiresTs, refreshToken }) => {
        if (this.cookies.acting(req) !== null) this.cookies.clearActing(res);
        this.cookies.clearSentBack(req, res);
        await give(sessionId, sessionExpiresTs);
        if (refreshToken !== null) this.refreshCookies?.set(res, refreshToken, sessionExpiresTs);
      },
      renewSession: async () => {
        if (session) await give(session.id, session.expiresTs);
      },
      authorization,
      application: refreshToken === null ? null : pageContextOf(req, res, { locale, refreshToken }),
      acting: acting && {
        userId: acting.userId,
        context: pageContextOf(req, res, { authorization: acting.authorization, locale }),
      },
      startActing: async ({ sessionId, expiresTs }) =>
        this.cookies.setActing(res, await this.sessions.giveCookie(sessionId), expiresTs),
    };
  }

  /** What a visit reads from the cookies of the browser and writes into them, whoever the person is. */
  private cookiesOf(req: Request, res: Response, form: FormBody): VisitCookies {
    const { cookies } = this;
    return {
      mayGoBack: (address) => {
        if (cookies.sentBack(req, address)) return false;
        cookies.setSentBack(res, address);
        return true;
      },
      openForm: () => cookies.openForm(req, res),
      isOpenForm: () => cookies.isOpenForm(req, form.get('form_id') ?? ''),
      closeForm: () => cookies.closeForm(req, res, form.get('form_id') ?? ''),
      startedLogin: () => cookies.startedLogin(req),
      startLogin: ({ text, expiresTs }) => cookies.setStartedLogin(res, text, expiresTs),
      endStartedLogin: () => cookies.clearStartedLogin(res),
      waiting: (name) => cookies.waiting(req, name),
      startWaiting: (name, { token, expiresInS }) => cookies.setWaiting(res, name, token, expiresInS),
      endWaiting: (name) => cookies.clearWaiting(res, name),
      lastProvider: () => cookies.lastProvider(req),
      keepProvider: (id) => cookies.setLastProvider(res, id),
      signOut: () => {
        cookies.clearSession(res);
        cookies.clearActing(res);
        this.refreshCookies?.clear(res);
      },
      stopActing: () => cookies.clearActing(res),
    };
  }

  private async authorizationOf(
    req: Request,
    target: string | null,
    { timings }: RequestContext,
  ): Promise<WaitingAuthorization | null> {
    const sent = splitUrl(req).path === continuePath ? (req.body ?? queryOf(req)).get('request') : null;
    const text = requestOf(sent ? continueWith(sent) : target);
    return text === null ? null : this.authorizations.find(text, timings);
  }

  private async ownSession(req: Request, { timings }: RequestContext): Promise<PageSession | null> {
    const cookie = this.cookies.session(req);
    return cookie === null ? null : this.sessions.find(cookie, timings);
  }

  private async actingSession(
    req: Request,
    own: PageSession,
    { timings }: RequestContext,
  ): Promise<PageSession | null> {
    const cookie = this.cookies.acting(req);
    return cookie === null ? null : this.sessions.findActing(cookie, own, timings);
  }

  private returnToOf(req: Request, form: FormBody): string | null {
    return returnTo(form.get('return_to') ?? queryOf(req).get('return_to'), this.config.pages);
  }

  /**
   * Returns this page with its parameters, as the place to return to. A page of the sign-in is no such place, but can name
   * one. A form has no parameters in its URL, but names the place in a field.
   */
  private wayBackTo(req: Request): string | null {
    const target = this.returnToOf(req, req.body ?? new Map());
    const query = queryOf(req);
    if (target) query.set('return_to', target);
    return returnTo(`${splitUrl(req).path}?${query}`, this.config.pages) ?? target;
  }

  /**
   * Shows a page to a person who opens an address that does not exist. An area that is switched off does not exist either.
   * The next handler renders the error for programs and scripts, and for every path below those of an API.
   */
  renderNotFound(isApi: (path: string) => boolean): ErrorRequestHandler {
    return (thrown, req, res, next) => {
      const error = toHttpError(thrown);
      const isPage = error.code === 'NOT_FOUND' && !isApi(splitUrl(req).path) && prefersPage(req);
      if (res.headersSent || !isPage) return next(thrown);
      this.chooseLanguage(req, res);
      // The address can be a link with a token that is not complete, and can begin with two slashes.
      this.send(req, res, show(pages().NotFoundPage, {}, error), { referrerPolicy: 'no-referrer', languages: '?' });
    };
  }

  /** Sends a page, or a redirect. `own` is only for pages that are not in `routes`. */
  send(req: Request, res: Response, answer: Answer, own: Partial<Sending> = {}): void {
    const { referrerPolicy = 'same-origin', languages = this.languagesOf(req), operation } = own;
    res.setHeader('Referrer-Policy', referrerPolicy);
    if ('goTo' in answer) {
      this.redirect(res, answer.goTo);
      return;
    }
    if (answer.problem) writeErrorHead(res, answer.problem);
    else if (this.cookies.browser(req) === null) this.cookies.setBrowser(res);
    const acting = this.actingFrames.get(res) ?? null;
    const waiting = this.waiting.get(res);
    const context = this.contextOf(req, res);
    const { locale } = context;
    const offered = operation && this.botChallenges?.offer(operation, context);
    const botChallenge = offered ?? answer.problem?.botChallenge ?? null;
    const email = this.people.get(res) ?? null;
    const shown = { locale, languages, acting, email, clientName: waiting?.clientName ?? null, botChallenge };
    this.render(res, answer.page, shown, [answer.formAction, waiting?.formAction]);
  }

  /** Sends a page in English that is the same for everyone: it reads and sets no cookie. */
  sendToAnyone(res: Response, page: Shown['page'], own: OwnFrame = {}): void {
    const { renderDocument } = require('./layout.page') as typeof import('./layout.page.js');
    const { base = this.base, sources, ...rest } = own;
    const nobody = {
      locale: 'en',
      languages: '',
      acting: null,
      email: null,
      clientName: null,
      botChallenge: null,
    } as const;
    const frame: Frame = {
      ...(base === this.base ? this.frame : frameOf(this.config, this.assets, base)),
      ...nobody,
      ...rest,
    };
    sendPage(res, { sources: () => ({ ...this.policy, ...sources }), html: () => renderDocument(page, frame) });
  }

  /** The context of a page without a session, in the language that the person has chosen. */
  contextOf(req: Request, res: Response): RequestContext {
    return pageContextOf(req, res, { locale: this.localeOf(req) });
  }

  /** Returns where a link leads afterwards, if the place in its token is still allowed. */
  placeOf(text: string | undefined): string | null {
    return returnTo(text, this.config.pages);
  }

  /** Keeps the language that a link to another language of the page names. Returns false for every other request. */
  chooseLanguage(req: Request, res: Response): boolean {
    const language = queryOf(req).get('lang');
    if (!isLocale(language)) return false;
    this.cookies.setLanguage(res, language);
    return true;
  }

  private redirect(res: Response, target: string): void {
    res.status(303);
    res.setHeader('Location', target.startsWith('/') ? `${this.base}${target}` : target);
    res.end();
  }

  /** Returns the language that the person has chosen, or null. */
  localeOf(req: Request): Locale | null {
    const language = queryOf(req).get('lang');
    const chosen = isLocale(language) ? language : this.cookies.language(req);
    return isLocale(chosen) ? chosen : null;
  }

  private render(
    res: Response,
    page: Shown['page'],
    own: Omit<Frame, keyof SiteFrame>,
    formActions: readonly (string | undefined)[],
  ): void {
    const { renderDocument } = require('./layout.page') as typeof import('./layout.page.js');
    const frame: Frame = { ...this.frame, ...own };
    const { scriptUrl } = this.config.challenge;
    const actions = this.policyWith(formActions.filter((one) => one !== undefined));
    const policy = own.botChallenge?.kind === 'site' && scriptUrl ? policyWithSite(actions, scriptUrl) : actions;
    res.setHeader('Content-Language', own.locale);
    res.setHeader('Vary', 'Accept-Language, Cookie');
    res.setHeader('Permissions-Policy', 'publickey-credentials-get=(self), publickey-credentials-create=(self)');
    sendPage(res, { sources: () => policy, html: () => renderDocument(page, frame) });
  }

  /** Browsers also apply `form-action` to the redirects after a form, and these lead to the application. */
  private policyWith(formActions: readonly string[]): Site['policy'] {
    if (formActions.length === 0) return this.policy;
    const known = this.policy['form-action'] ?? [];
    return { ...this.policy, 'form-action': [...new Set([...known, ...formActions])] };
  }

  /** A form has no parameters in its URL, so they are those of the page that shows the same. */
  private languagesOf(req: Request): string {
    const { path } = splitUrl(req);
    const query = req.method === 'GET' ? queryOf(req) : new URLSearchParams();
    const target = this.returnToOf(req, req.body ?? new Map());
    if (target) query.set('return_to', target);
    query.delete('lang');
    const rest = query.toString();
    return `${this.base}${path}?${rest && `${rest}&`}`;
  }

  /**
   * A person who is not signed in, or whose last proof is too old, is sent to the page that helps, and comes back. Other
   * errors become a page with the status of the code.
   */
  renderError(): ErrorRequestHandler {
    return (thrown, req, res, next) => {
      if (res.headersSent) return next(thrown);
      const error = toHttpError(thrown);
      const back = this.wayBackTo(req);
      if (error.code === 'UNAUTHENTICATED') {
        const login = withReturn('/login', back);
        // A step-up saves nothing.
        const isLost = req.method === 'POST' && !splitUrl(req).path.startsWith('/step-up');
        return this.send(req, res, { goTo: isLost ? withNote(login, 'not-saved') : login });
      }
      if (error.code === 'STEP_UP_REQUIRED')
        return this.send(req, res, { goTo: stepUpAt(back, error.stepUp?.acr === 'aal2') });
      const email = this.people.get(res);
      if (email !== undefined && error.reason === adminAccessReasons['not a super admin'])
        return this.send(req, res, show(pages().OtherPersonPage, { email, returnTo: back }, error));
      const { requestId } = factsOf(res);
      const isForm = req.method === 'POST';
      const isForeign = isForm && !isFromOwnPage(req, this.config.publicUrl);
      const target = this.returnToOf(req, req.body ?? new Map());
      const again = isForm && error.code !== 'NOT_FOUND' ? withReturn(this.base + splitUrl(req).path, target) : null;
      this.send(req, res, show(pages().ProblemPage, { problem: error, requestId, isForeign, again }, error));
    };
  }
}

/** Whether a form has done what it is for. */
export const isDone = (answer: Answer | FileAnswer): boolean =>
  'goTo' in answer || ('page' in answer && answer.problem === null);

/** Express also has lists, for paths that no page has. */
const textsOf = (params: Request['params'] | undefined): Visit['params'] =>
  Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]));

const changedUser = () => new AppError('CONFLICT', { msg: 'The form was made for another user.' });

const foreignForm = () => new AppError('FORBIDDEN', { msg: 'The form was not sent by a page of this service.' });

/** The path in the application, without PUBLIC_URL's own path: a proxy removes it. */
function splitUrl({ url }: Request): { path: string; search: string } {
  const at = url.indexOf('?');
  return at === -1 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at + 1) };
}

/** Longer texts than any parameter of a page are not parsed. */
const longestSearch = 4096;
const queryOf = (req: Request): URLSearchParams => {
  const { search } = splitUrl(req);
  return new URLSearchParams(search.length > longestSearch ? '' : search);
};
