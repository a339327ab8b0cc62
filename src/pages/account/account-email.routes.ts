import type { Services } from '../../compose/services';
import {
  cancelEmailChange,
  changeEmail,
  confirmEmailChange,
} from '../../features/email-change/email-change.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import { withProof } from './account-proof';
import { type FindPerson, toPage } from './account-visit';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./account.page') as typeof import('./account.page.js');

/** The pages of a change of the e-mail address. */
export function accountEmailRoutes(
  site: Site,
  { emailChange, stepUps }: Pick<Services, 'emailChange' | 'stepUps'>,
  find: FindPerson,
): Route[] {
  const emailPage = (visit: Visit, problem: AppError | null = null) =>
    withProof(stepUps, visit, '/account/email', async ({ proof }) => {
      const { user, nav } = await find(visit);
      const email = visit.form.get('email');
      return show(pages().ChangeEmailPage, { user, nav, proof, problem, email }, problem);
    });

  const postChangeEmail = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    const input = { email: form.get('email'), currentPassword: form.get('current_password') };
    const { problem } = await attempt(emailChange.changeEmail(input, context));
    return problem ? emailPage(visit, problem) : emailCodePage(visit, form.get('email') ?? '');
  };

  /** A person who comes back to a change that waits. */
  const waitingChangePage = async (visit: Visit): Promise<Answer> => {
    const change = await emailChange.emailChange(visit.context);
    if (!change) return { goTo: '/account/email' };
    const isApproval = change.confirmed;
    return emailCodePage(visit, isApproval ? (await find(visit)).user.email : change.email, { isApproval });
  };

  const cancelChange = async (visit: Visit): Promise<Answer> => {
    const { problem } = await attempt(emailChange.cancelEmailChange(visit.context), ['NOT_FOUND']);
    return { goTo: problem ? '/account' : '/account?done=stayed' };
  };

  const emailCodePage = async (
    visit: Visit,
    email: string,
    { isApproval = false, problem = null }: { isApproval?: boolean; problem?: AppError | null } = {},
  ): Promise<Answer> => {
    const { nav } = await find(visit);
    return show(pages().EmailCodePage, { email, isApproval, problem, nav }, problem);
  };

  const postEmailCode = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    const email = form.get('email') ?? '';
    const { user } = await find(visit);
    const input = { email, code: form.get('code') ?? '' };
    const { result, problem } = await attempt(emailChange.confirmEmailChange(input, context));
    if (problem) return emailCodePage(visit, email, { problem, isApproval: email === user.email });
    return result.changed ? { goTo: '/account?done=moved' } : emailCodePage(visit, user.email, { isApproval: true });
  };

  return [
    ...site.routes({
      path: '/account/email',
      operation: changeEmail,
      get: (visit) => emailPage(visit),
      post: postChangeEmail,
    }),
    ...site.routes({
      path: '/account/email/code',
      operation: confirmEmailChange,
      get: waitingChangePage,
      post: postEmailCode,
    }),
    ...site.routes({
      path: '/account/email/cancel',
      operation: cancelEmailChange,
      get: toPage('/account'),
      post: cancelChange,
    }),
  ];
}
