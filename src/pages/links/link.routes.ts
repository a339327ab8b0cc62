import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import type { Services } from '../../compose';
import { cancelDeletion } from '../../features/account-deletion/account-deletion.operations';
import { confirmEmailChange, undoEmailChange } from '../../features/email-change/email-change.operations';
import { confirmEmail, disownEmail } from '../../features/email-verification/email-verification.operations';
import { resetPassword } from '../../features/password-reset/passwords.operations';
import { AppError } from '../../platform/errors/app-error';
import type { ErrorCode } from '../../platform/errors/error-table';
import { type FormBody, formBody } from '../../platform/http/form-body';
import { toHttpError } from '../../platform/http/http-error';
import { bodyBytes } from '../../platform/http/http-limits';
import { pathOf } from '../../platform/http/request-line';
import type { Route } from '../../platform/http/routes';
import type { MailedPurpose } from '../../platform/one-time-tokens/one-time-token';
import type { Operation } from '../../platform/operations/define-operation';
import type { RequestContext } from '../../platform/request/request-context';
import { attempt } from '../kit/attempt';
import { type Site, show } from '../kit/site';
import type { LinkWords } from '../words/link-words';
import type { LinkAction, LinkView } from './link.page';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./link.page') as typeof import('./link.page.js');

type LinkServices = Pick<
  Services,
  'oneTimeTokens' | 'emailVerification' | 'emailChange' | 'passwordReset' | 'accountDeletion'
>;

/** What each token does. Purposes that are missing have no page of their own. */
const actionOf: Readonly<Record<MailedPurpose, LinkAction>> = {
  verify_email: 'verify',
  confirm_registration: 'createAccount',
  change_email: 'changeEmail',
  approve_email_change: 'changeEmail',
  reset_password: 'reset',
  invite: 'reset',
  undo_factor: 'reset',
  undo_email_change: 'undoEmailChange',
  cancel_deletion: 'cancelDeletion',
};

const problemOf: Readonly<Partial<Record<ErrorCode, keyof LinkWords['problems']>>> = {
  INVALID_TOKEN: 'invalidLink',
  VALIDATION_FAILED: 'invalidLink',
  CONFLICT: 'conflict',
  ACCOUNT_DISABLED: 'disabled',
  RATE_LIMITED: 'tooMany',
};

/**
 * The pages that the links in e-mails lead to. A GET changes nothing, because mail scanners follow links, and no script
 * submits the form, because scanners also run scripts. The person submits the form.
 */
export function linkRoutes(site: Site, services: LinkServices): Route[] {
  const paths: readonly [path: string, actions: readonly LinkAction[], operations: readonly Operation[]][] = [
    ['/confirm/:token', ['verify', 'createAccount', 'changeEmail'], [confirmEmail, disownEmail, confirmEmailChange]],
    ['/reset/:token', ['reset'], [resetPassword]],
    ['/undo/:token', ['undoEmailChange', 'cancelDeletion'], [undoEmailChange, cancelDeletion]],
  ];
  const body = formBody(bodyBytes.rest);
  const renderError = renderProblem(site);
  const shown =
    (view: (req: Request, context: RequestContext) => Promise<LinkView>): RequestHandler =>
    async (req, res) => {
      const ready = await view(req, await site.contextWithSession(req, res));
      const problem = ready.state === 'asking' ? (ready.problem ?? null) : null;
      site.send(req, res, show(pages().LinkPage, ready, problem), sending);
    };
  // The form posts to the address of the page, which must have no parameters.
  const withoutLanguage: RequestHandler = (req, res, next) => {
    if (site.chooseLanguage(req, res)) site.send(req, res, { goTo: pathOf(req.url) }, sending);
    else next();
  };
  return paths.flatMap(([path, actions, operations]): Route[] => {
    const purposes = (Object.keys(actionOf) as MailedPurpose[]).filter((purpose) =>
      actions.includes(actionOf[purpose]),
    );
    const find = async (req: Request): Promise<LinkAction> => {
      const found = await services.oneTimeTokens.find(tokenOf(req), purposes);
      if (!found) throw new AppError('INVALID_TOKEN');
      return actionOf[found.purpose];
    };
    return [
      {
        method: 'get',
        path,
        api: 'pages',
        operation: { name: 'linkPage' },
        handlers: [withoutLanguage, shown(async (req) => ({ state: 'asking', action: await find(req) }))],
        renderError,
      },
      {
        method: 'post',
        path,
        api: 'pages',
        operation: { name: 'linkPage', queue: operations.some((one) => one.queue === 'hashing') ? 'hashing' : null },
        handlers: [body, shown(async (req, context) => perform(services, await find(req), req, context))],
        renderError,
      },
    ];
  });
}

const tokenOf = ({ params }: Request): string => (typeof params.token === 'string' ? params.token : '');

async function perform(
  services: LinkServices,
  action: LinkAction,
  req: Request,
  context: RequestContext,
): Promise<LinkView> {
  const token = tokenOf(req);
  const form: FormBody = req.body;
  switch (action) {
    case 'verify':
    case 'createAccount': {
      if (form.get('intent') === 'disown') {
        await services.emailVerification.disown({ token }, context);
        return { state: 'done', action, outcome: 'disowned' };
      }
      const password = action === 'createAccount' ? form.get('password') : null;
      return outcomeOf(action, services.emailVerification.confirm({ token, password }, context));
    }
    case 'changeEmail': {
      const { changed } = await services.emailChange.confirm({ token }, context);
      return { state: 'done', action, ...(!changed && { outcome: 'waiting' as const }) };
    }
    case 'reset':
      return outcomeOf(action, services.passwordReset.reset({ token, password: form.get('password') }, context));
    case 'undoEmailChange':
      await services.emailChange.undo({ token }, context);
      return { state: 'done', action };
    case 'cancelDeletion':
      await services.accountDeletion.cancel({ token }, context);
      return { state: 'done', action };
  }
}

/** Asks again if a field breaks its rule. */
async function outcomeOf(action: LinkAction, operation: Promise<unknown>): Promise<LinkView> {
  const { problem } = await attempt(operation, ['VALIDATION_FAILED']);
  return problem ? { state: 'asking', action, problem } : { state: 'done', action };
}

/** The address of the page contains the token, so the page has no link with the address, and sends it nowhere. */
const sending = { referrerPolicy: 'no-referrer', languages: '?' } as const;

/** Renders errors as a page with the status of the code. Errors of GET and POST are the same. */
const renderProblem =
  (site: Site): ErrorRequestHandler =>
  (thrown, req, res, next) => {
    const error = toHttpError(thrown);
    if (res.headersSent || error.code === 'INTERNAL') return next(thrown);
    const view: LinkView = { state: 'failed', problem: problemOf[error.code] ?? 'unavailable' };
    site.send(req, res, show(pages().LinkPage, view, error), sending);
  };
