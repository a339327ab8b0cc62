import type { ErrorRequestHandler, RequestHandler } from 'express';
import { purposes as declared, type MailedPurpose } from '../../compose/features';
import type { Services } from '../../compose/services';
import { cancelDeletion } from '../../features/account-deletion/account-deletion.operations';
import { confirmEmailChange, undoEmailChange } from '../../features/email-change/email-change.operations';
import { completeEmailLogin } from '../../features/email-login/email-login.operations';
import { confirmEmail, disownEmail } from '../../features/email-verification/email-verification.operations';
import { resetPassword } from '../../features/password-change/password-change.operations';
import { AppError } from '../../platform/errors/app-error';
import type { ErrorCode } from '../../platform/errors/error-table';
import { formBody } from '../../platform/http/form-body';
import { toHttpError } from '../../platform/http/http-error';
import { bodyBytes } from '../../platform/http/http-limits';
import { pathOf } from '../../platform/http/request-line';
import type { Route } from '../../platform/http/routes';
import type { OneTimeToken } from '../../platform/one-time-tokens/one-time-token';
import type { Operation } from '../../platform/operations/define-operation';
import { keysOf } from '../../platform/runtime/keys-of';
import { attempt } from '../kit/attempt';
import { type Answer, isDone, type Site, show, type Visit } from '../kit/site';
import type { SignInSteps } from '../sign-in/sign-in-steps';
import type { LinkWords } from '../words/link-words';
import type { LinkAction, LinkView } from './link.page';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./link.page') as typeof import('./link.page.js');

type LinkServices = Pick<
  Services,
  'oneTimeTokens' | 'emailVerification' | 'emailChange' | 'passwordReset' | 'accountDeletion'
>;

/** All but invitations to organizations, whose page has more to show. */
type LinkPurpose = Exclude<MailedPurpose, 'organization_invitation'>;

/** What each token does. Purposes that are missing have no page of their own. */
const actionOf: Readonly<Record<LinkPurpose, LinkAction>> = {
  verify_email: 'verify',
  confirm_registration: 'createAccount',
  change_email: 'changeEmail',
  approve_email_change: 'changeEmail',
  reset_password: 'reset',
  invite: 'welcome',
  undo_factor: 'reset',
  undo_login: 'secure',
  undo_email_change: 'undoEmailChange',
  cancel_deletion: 'cancelDeletion',
  email_login: 'signIn',
};

const problemOf: Readonly<Partial<Record<ErrorCode, keyof LinkWords['problems']>>> = {
  INVALID_TOKEN: 'invalidLink',
  VALIDATION_FAILED: 'invalidLink',
  CONFLICT: 'conflict',
  ACCOUNT_DISABLED: 'disabled',
};

/** The token of a link that can be used. */
type LinkToken = OneTimeToken & { purpose: LinkPurpose };

/**
 * The pages that the links in e-mails lead to. A GET changes nothing, because mail scanners follow links, and no script
 * submits the form, because scanners also run scripts. The person submits the form.
 */
export function linkRoutes(site: Site, services: LinkServices, steps: SignInSteps): Route[] {
  const paths: readonly [path: string, actions: readonly LinkAction[], operations: readonly Operation[]][] = [
    ['/confirm/:token', ['verify', 'createAccount', 'changeEmail'], [confirmEmail, disownEmail, confirmEmailChange]],
    ['/reset/:token', ['reset', 'welcome', 'secure'], [resetPassword]],
    ['/login/email/:token', ['signIn'], [completeEmailLogin]],
    ['/undo/:token', ['undoEmailChange', 'cancelDeletion'], [undoEmailChange, cancelDeletion]],
  ];
  const body = formBody(bodyBytes.rest);
  return paths.flatMap(([path, actions, operations]): Route[] => {
    const purposes = keysOf(actionOf)
      .filter((purpose) => actions.includes(actionOf[purpose]))
      .map((name) => declared[name]);
    const shown =
      (answerTo: (visit: Visit, token: LinkToken) => Promise<LinkView | Answer>): RequestHandler =>
      async (req, res) => {
        const visit = await site.visit(req, res, { ofLink: true });
        const token = await services.oneTimeTokens.find(tokenOf(visit), purposes);
        const answering = () => (token ? answerTo(visit, token) : notValid(site, services, visit, purposes));
        const answer = await site.answerOnce(req, res, answering, isLinkDone);
        if (!('state' in answer)) {
          // The next forms are those of a sign-in, whose browser must send `Origin`.
          site.send(req, res, answer, 'goTo' in answer ? sending : { languages: sending.languages });
          return;
        }
        site.send(req, res, show(pages().LinkPage, answer, problemIn(answer)), sending);
      };
    const common = { path, api: 'pages', renderError: renderProblem(site) } as const;
    const isHashing = operations.some((one) => one.queue === 'hashing');
    return [
      {
        ...common,
        method: 'get',
        operation: { name: 'linkPage' },
        handlers: [
          withoutLanguage(site),
          shown(async (visit, token) => {
            const action = actionOf[token.purpose];
            if (action === 'signIn' && !hasAsked(services, token, visit)) return notHere(services, token, visit);
            const { email, incompleteNames } = await services.passwordReset.ownerOf(token);
            return { state: 'asking', action, email, names: action === 'welcome' ? incompleteNames : null };
          }),
        ],
      },
      {
        ...common,
        method: 'post',
        operation: { name: 'linkPage', queue: isHashing ? 'hashing' : null },
        handlers: [
          body,
          shown((visit, token) => {
            const returnTo = site.placeOf(token.details.returnTo);
            return perform(services, steps, token, { ...visit, returnTo });
          }),
        ],
      },
    ];
  });
}

/** The form posts to the address of the page, which must have no parameters. */
export const withoutLanguage =
  (site: Site): RequestHandler =>
  (req, res, next) => {
    if (site.chooseLanguage(req, res)) site.send(req, res, { goTo: pathOf(req.url) }, sending);
    else next();
  };

/** Whether this browser has asked for the mail of a sign-in. */
const hasAsked = ({ oneTimeTokens }: LinkServices, token: LinkToken, visit: Visit): boolean =>
  oneTimeTokens.isOfRequest(token, visit.waiting('emailLogin') ?? '');

/** A browser that has asked for a later mail, or for another address, has one token: that of its last request. */
const notHere = ({ oneTimeTokens }: LinkServices, token: LinkToken, visit: Visit): LinkView =>
  visit.waiting('emailLogin') === null
    ? { state: 'elsewhere', hasCode: oneTimeTokens.codeOf(token) !== null }
    : { state: 'failed', problem: 'invalidLink', next: { to: 'login', returnTo: null } };

const tokenOf = ({ params }: Visit): string => params.token ?? '';

/** The error whose status the page has. */
const problemIn = (view: LinkView): AppError | null => {
  if (view.state === 'failed') return new AppError('INVALID_TOKEN');
  return 'problem' in view ? (view.problem ?? null) : null;
};

async function perform(
  services: LinkServices,
  steps: SignInSteps,
  found: LinkToken,
  visit: Visit,
): Promise<LinkView | Answer> {
  const { form, context } = visit;
  const token = tokenOf(visit);
  const action = actionOf[found.purpose];
  switch (action) {
    case 'verify':
    case 'createAccount': {
      if (form.get('intent') === 'disown') {
        await services.emailVerification.disownEmail({ token }, context);
        return { state: 'done', action, outcome: 'disowned', next: null };
      }
      const password = action === 'createAccount' ? (form.get('password') ?? null) : null;
      const { result, problem } = await attempt(
        services.emailVerification.confirmEmail({ token, password }, context),
        asked,
      );
      if (problem) return { state: 'asking', action, email: found.address, problem };
      const isSignedIn = visit.session?.userId === result.id;
      return (await steps.afterConfirmation(visit, result, password)) ?? done(action, visit, isSignedIn);
    }
    case 'changeEmail': {
      const { changed } = await services.emailChange.confirmEmailChange({ token }, context);
      return { ...done(action, visit, visit.session !== null), ...(!changed && { outcome: 'waiting' as const }) };
    }
    case 'reset':
    case 'secure':
    case 'welcome': {
      const password = form.get('password');
      const { email, incompleteNames } = await services.passwordReset.ownerOf(found);
      // A form leaves out empty fields.
      const names =
        action === 'welcome' && incompleteNames
          ? { firstName: form.get('first_name') ?? '', lastName: form.get('last_name') ?? '' }
          : null;
      const resetting = services.passwordReset.resetPassword({ token, password }, context, names ?? {});
      const { result, problem } = await attempt(resetting, asked);
      if (problem) return { state: 'asking', action, email, problem, names };
      const note = action === 'welcome' ? 'welcome' : 'password';
      return (await steps.afterPassword(visit, result, password ?? '', note)) ?? done(action, visit, false);
    }
    case 'signIn': {
      if (!hasAsked(services, found, visit)) return notHere(services, found, visit);
      const { result, problem } = await steps.afterMail(visit, { link: token });
      if (problem) throw problem;
      return result;
    }
    case 'undoEmailChange':
      await services.emailChange.undoEmailChange({ token }, context);
      return { state: 'done', action, next: null };
    case 'cancelDeletion':
      await services.accountDeletion.cancelDeletion({ token }, context);
      return done(action, visit, false);
  }
}

const isLinkDone = (answer: LinkView | Answer): boolean =>
  'state' in answer ? answer.state === 'done' || answer.state === 'sent' : isDone(answer);

/** With this error, the page asks again. */
const asked = ['VALIDATION_FAILED'] as const;

const done = (
  action: Exclude<LinkAction, 'signIn'>,
  { returnTo }: Visit,
  isSignedIn: boolean,
): LinkView & { state: 'done' } => ({
  state: 'done',
  action,
  next: { to: isSignedIn ? 'home' : 'login', returnTo },
});

/** The mails that a link which is no longer valid can send again. Others need a choice or a password first. */
const sentAgain: Readonly<Partial<Record<LinkPurpose, 'verification' | 'reset'>>> = {
  verify_email: 'verification',
  reset_password: 'reset',
  invite: 'reset',
};

/** A link that is not valid leads to a new mail, or to the page that sends one. */
async function notValid(
  site: Site,
  services: LinkServices,
  visit: Visit,
  purposes: readonly (typeof declared)[LinkPurpose][],
): Promise<LinkView> {
  const over = await services.oneTimeTokens.findOver(tokenOf(visit), purposes);
  const returnTo = site.placeOf(over?.details.returnTo);
  // A mail program, another tab or a second click came first, or another mail did the same.
  const isConfirming = over?.purpose === 'verify_email' || over?.purpose === 'confirm_registration';
  if (isConfirming && (await services.emailVerification.isDone(over))) {
    const isSignedIn = visit.session?.userId === over.userId;
    const view = done(actionOf[over.purpose] as 'verify' | 'createAccount', { ...visit, returnTo }, isSignedIn);
    return over.purpose === 'verify_email' ? { ...view, outcome: 'already' } : view;
  }
  const mail = over?.address ? sentAgain[over.purpose] : undefined;
  // A link that was used has confirmed the address, or was replaced: then a login sends the mail.
  const canSend = mail === 'reset' || (mail === 'verification' && over?.usedTs === null);
  if (canSend && visit.form.get('intent') === 'send-again') {
    const input = { email: over?.address };
    const context = Object.assign(visit.context, { returnTo });
    if (mail === 'reset') await services.passwordReset.requestPasswordReset(input, context);
    else await services.emailVerification.sendEmailVerification(input, context);
    return { state: 'sent' };
  }
  const failed = { state: 'failed', problem: 'invalidLink' } as const;
  if (canSend) return { ...failed, canSend };
  if (purposes.includes(declared.reset_password)) return { ...failed, next: { to: 'forgot', returnTo } };
  return { ...failed, next: { to: over?.purpose === 'confirm_registration' ? 'register' : 'login', returnTo } };
}

/** Says that a link is not valid for which there is no other mail. */
export const invalidLink = (): Answer => {
  const view: LinkView = { state: 'failed', problem: 'invalidLink', next: { to: 'login', returnTo: null } };
  return show(pages().LinkPage, view, problemIn(view));
};

/** The address of the page contains the token, so the page has no link with the address, and sends it nowhere. */
export const sending = { referrerPolicy: 'no-referrer', languages: '?' } as const;

/** Renders errors as a page with the status of the code. */
export const renderProblem =
  (site: Site): ErrorRequestHandler =>
  (thrown, req, res, next) => {
    const error = toHttpError(thrown);
    if (res.headersSent || error.code === 'INTERNAL') return next(thrown);
    const view: LinkView =
      error.code === 'RATE_LIMITED'
        ? { state: 'limited', problem: error }
        : { state: 'failed', problem: problemOf[error.code] ?? 'unavailable' };
    site.send(req, res, show(pages().LinkPage, view, error), sending);
  };
