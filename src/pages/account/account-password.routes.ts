import type { Services } from '../../compose/services';
import { changePassword } from '../../features/password-change/password-change.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import { deletesKeys } from './account-keys-form';
import { type NeededProof, withProof } from './account-proof';
import type { CountKeys, FindPerson } from './account-visit';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./account.page') as typeof import('./account.page.js');

/** The page on which a person changes the password. */
export function accountPasswordRoutes(
  site: Site,
  { passwordChange, stepUps }: Pick<Services, 'passwordChange' | 'stepUps'>,
  find: FindPerson,
  countKeys: CountKeys,
): Route[] {
  const passwordPage = (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const form = async ({ hasPassword }: NeededProof) => {
      const { nav } = await find(visit);
      const keys = { count: await countKeys(visit), isChosen: deletesKeys(visit.form) };
      return show(pages().ChangePasswordPage, { nav, hasPassword, keys, problem }, problem);
    };
    // Without a password there is no form, and so nothing to prove.
    return withProof(stepUps, visit, '/account/password', form, { onlyWithPassword: true });
  };

  const postChangePassword = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    const keys = deletesKeys(form);
    const input = { currentPassword: form.get('current_password'), password: form.get('new_password'), keys };
    const { problem } = await attempt(passwordChange.changePassword(input, context));
    if (problem) return passwordPage(visit, problem);
    await visit.renewSession();
    return { goTo: `/account?done=password${keys ? '-keys' : ''}` };
  };

  return site.routes({
    path: '/account/password',
    operation: changePassword,
    get: (visit) => passwordPage(visit),
    post: postChangePassword,
  });
}
