import type { Services } from '../../compose/services';
import { deleteAccount } from '../../features/account-deletion/account-deletion.operations';
import { exportMyData } from '../../features/own-data/own-data.operations';
import { dataFile } from '../../features/own-data/own-data.rest';
import type { AppError } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { type Answer, type FileAnswer, type Site, show, type Visit } from '../kit/site';
import { withProof } from './account-proof';
import type { Section } from './account-shell.page';
import { type AccountSettings, type FindPerson, toPage } from './account-visit';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./account-data.page') as typeof import('./account-data.page.js');

const path = '/account/data';
export const dataSection: Section = { path, icon: 'download', label: ({ account }) => account.nav.data };

/** The pages on which a person downloads the data of the account, and deletes the account. */
export function accountDataRoutes(
  site: Site,
  { accountDeletion, ownData, stepUps }: Services,
  { deletionGraceDays: graceDays }: AccountSettings,
  find: FindPerson,
): Route[] {
  const deletePage = (visit: Visit, problem: AppError | null = null): Promise<Answer> =>
    withProof(stepUps, visit, `${path}/delete`, async ({ proof }) => {
      const { user, nav } = await find(visit);
      return show(pages().DeleteAccountPage, { email: user.email, graceDays, proof, problem, nav }, problem);
    });

  const postDeleteAccount = async (visit: Visit): Promise<Answer> => {
    const input = { currentPassword: visit.form.get('current_password') };
    const { problem } = await attempt(accountDeletion.deleteAccount(input, visit.context));
    if (problem) return deletePage(visit, problem);
    visit.signOut();
    return { goTo: '/login?done=deleted' };
  };

  const dataPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> =>
    show(pages().DataPage, { nav: (await find(visit)).nav, problem }, problem);

  const postExport = async (visit: Visit): Promise<Answer | FileAnswer> => {
    const { result, problem } = await attempt(ownData.stream(visit.context));
    return problem ? dataPage(visit, problem) : { file: dataFile(result) };
  };

  return [
    ...site.routes({
      path,
      get: (visit) => dataPage(visit),
    }),
    ...site.routes({
      path: `${path}/export`,
      operation: exportMyData,
      get: toPage(path),
      post: postExport,
    }),
    ...site.routes({
      path: `${path}/delete`,
      operation: deleteAccount,
      get: (visit) => deletePage(visit),
      post: postDeleteAccount,
    }),
  ];
}
