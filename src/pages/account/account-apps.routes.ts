import type { Services } from '../../compose/services';
import type { ConnectedApp } from '../../features/openid/connected-app';
import { disconnectApp, noSuchApp } from '../../features/openid/connected-apps.operations';
import type { AppError } from '../../platform/errors/app-error';
import { notFound } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { type Answer, noteOf, type Site, show, type Visit } from '../kit/site';
import type { AppsNote } from './account-apps.page';
import type { Section } from './account-shell.page';
import type { FindPerson } from './account-visit';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./account-apps.page') as typeof import('./account-apps.page.js');

const path = '/account/apps';
export const appsSection: Section = { path, icon: 'apps', label: ({ account }) => account.nav.apps };
const notes: readonly AppsNote[] = ['disconnected', 'gone'];

/** The pages of the applications into which a person signs in. */
export function accountAppsRoutes(
  site: Site,
  { connectedApps, resources: { all: resources } }: Pick<Services, 'connectedApps' | 'resources'>,
  find: FindPerson,
): Route[] {
  const appsPage = async (visit: Visit): Promise<Answer> => {
    const apps = await connectedApps.connectedApps(visit.context);
    return show(pages().AppsPage, { apps, resources, note: noteOf(visit, notes), nav: (await find(visit)).nav });
  };

  const findApp = async ({ context, params }: Visit): Promise<ConnectedApp> => {
    const app = (await connectedApps.connectedApps(context)).find(({ id }) => id === params.id);
    if (!app) throw notFound(noSuchApp);
    return app;
  };

  const disconnectPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const app = await findApp(visit);
    return show(pages().DisconnectAppPage, { app, problem, nav: (await find(visit)).nav }, problem);
  };

  const disconnect = async (visit: Visit): Promise<Answer> => {
    const input = { clientId: visit.params.id };
    const { problem } = await attempt(connectedApps.disconnectApp(input, visit.context), [
      'NOT_FOUND',
      'SERVICE_UNAVAILABLE',
    ]);
    // Another tab was faster.
    if (problem?.code === 'NOT_FOUND') return { goTo: `${path}?done=gone` };
    return problem ? disconnectPage(visit, problem) : { goTo: `${path}?done=disconnected` };
  };

  return [
    ...site.routes({ path, get: appsPage }),
    ...site.routes({
      path: `${path}/:id/disconnect`,
      operation: disconnectApp,
      get: (visit) => disconnectPage(visit),
      post: disconnect,
    }),
  ];
}
