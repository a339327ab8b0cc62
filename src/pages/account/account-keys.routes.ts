import type { ApiKey } from '../../accounts/keys/api-key';
import type { Organization } from '../../accounts/users/organization';
import type { Services } from '../../compose/services';
import { createApiKey, deleteApiKey, noSuchKey } from '../../features/api-keys/api-keys.operations';
import { type AppError, notFound } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt, ofForms } from '../kit/attempt';
import { type Answer, noteOf, type Site, show, type Visit } from '../kit/site';
import type { KeysNote } from './account-keys.page';
import { sentKey } from './account-keys-form';
import { withProof } from './account-proof';
import type { Section } from './account-shell.page';
import type { AccountSettings, FindPerson } from './account-visit';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./account-keys.page') as typeof import('./account-keys.page.js');

const path = '/account/keys';
export const keysSection: Section = { path, icon: 'key', label: ({ account }) => account.nav.keys };
const notes: readonly KeysNote[] = ['deleted', 'gone', 'repeated'];

/** The pages of the keys with which programs act as a person. */
export function accountKeysRoutes(
  site: Site,
  services: Pick<Services, 'apiKeys' | 'organizations' | 'resources' | 'stepUps'>,
  settings: Pick<AccountSettings, 'apiKeyDays'>,
  find: FindPerson,
): Route[] {
  const { apiKeys, stepUps } = services;
  const resources = services.resources.all;

  const keysPage = async (visit: Visit): Promise<Answer> => {
    const keys = await apiKeys.apiKeys(visit.context);
    return show(pages().KeysPage, { keys, resources, note: noteOf(visit, notes), ...(await find(visit)) });
  };

  const organizationsOf = async ({ context }: Visit): Promise<Organization[]> => {
    const memberships = services.organizations.roles ? await services.organizations.organizations(context) : [];
    return memberships.map(({ organization }) => organization).filter(({ disabledTs }) => disabledTs === null);
  };

  const newKeyPage = (visit: Visit, problem: AppError | null = null): Promise<Answer> =>
    withProof(
      stepUps,
      visit,
      `${path}/new`,
      async ({ proof }) => {
        const typed = problem && visit.form;
        const offered = { mostDays: settings.apiKeyDays, resources, organizations: await organizationsOf(visit) };
        const props = { formId: visit.openForm(), ...offered, typed, proof, problem, ...(await find(visit)) };
        return show(pages().NewKeyPage, props, problem);
      },
      { addsWayIn: true },
    );

  const create = async (visit: Visit): Promise<Answer> => {
    // A browser that loads the answer again would create another one.
    if (!visit.isOpenForm()) return { goTo: `${path}?done=repeated` };
    const creating = apiKeys.createApiKey(sentKey(visit.form, resources), visit.context);
    // The membership can have ended since the form was opened.
    const { result, problem } = await attempt(creating, [...ofForms, 'NOT_FOUND']);
    if (problem) return newKeyPage(visit, problem);
    visit.closeForm();
    return show(pages().CreatedKeyPage, { key: result.key, nav: (await find(visit)).nav });
  };

  const findKey = async ({ context, params }: Visit): Promise<ApiKey> => {
    const key = (await apiKeys.apiKeys(context)).find(({ id }) => id === params.id);
    if (!key) throw notFound(noSuchKey);
    return key;
  };

  const deletePage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const key = await findKey(visit);
    return show(pages().DeleteKeyPage, { key, problem, nav: (await find(visit)).nav }, problem);
  };

  const deleteKey = async (visit: Visit): Promise<Answer> => {
    const { problem } = await attempt(apiKeys.deleteApiKey({ id: visit.params.id }, visit.context), [
      'NOT_FOUND',
      'SERVICE_UNAVAILABLE',
    ]);
    // Another tab was faster.
    if (problem?.code === 'NOT_FOUND') return { goTo: `${path}?done=gone` };
    return problem ? deletePage(visit, problem) : { goTo: `${path}?done=deleted` };
  };

  return [
    ...site.routes({ path, get: keysPage }),
    ...site.routes({
      path: `${path}/new`,
      operation: createApiKey,
      get: (visit) => newKeyPage(visit),
      post: create,
    }),
    ...site.routes({
      path: `${path}/:id/delete`,
      operation: deleteApiKey,
      get: (visit) => deletePage(visit),
      post: deleteKey,
    }),
  ];
}
