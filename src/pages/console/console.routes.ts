import { logout } from '../../accounts/auth/account.operations';
import type { AccountService } from '../../accounts/auth/account.service';
import type { AdminServices } from '../../compose/administration';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import type { ShownProvider } from '../kit/provider';
import { type Site, show } from '../kit/site';
import { consoleClientsRoutes } from './console-clients.routes';
import { consoleImportRoutes } from './console-import.routes';
import { consoleOperationRoutes } from './console-operation.routes';
import { consoleOrganizationsRoutes } from './console-organizations.routes';
import { consoleUserRoutes } from './console-user.routes';
import { consoleUsersRoutes } from './console-users.routes';
import { consoleWebhooksRoutes } from './console-webhooks.routes';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./console.page') as typeof import('./console.page.js');

/** As many mails are counted on the first page. */
const mostMails = 100;

/** The pages for super admins. Their requests are decided by the services, as those of both APIs. */
export function consoleRoutes(
  site: Site,
  admin: AdminServices,
  account: Pick<AccountService, 'logout'>,
  providers: readonly ShownProvider[],
  config: Parameters<typeof consoleClientsRoutes>[2],
): Route[] {
  const { installation, messages } = admin;
  return [
    ...site.routes({
      path: '/console',
      get: async ({ context, query }) => {
        // One after the other: the first one decides whether the person may see the page.
        const keys = await installation.signingKeys(context);
        const count = async (state: 'waiting' | 'failed') => {
          const page = await messages.messages({ state, first: mostMails }, context);
          return { count: page.items.length, hasMore: page.hasMore };
        };
        const mails = { waiting: await count('waiting'), failed: await count('failed') };
        const findings = await installation.findings(context);
        const range = query.get('range') ?? undefined;
        const { result, problem } = await attempt(installation.figures({ range }, context), ['VALIDATION_FAILED']);
        const figures = result ?? (await installation.figures({}, context));
        return show(pages().ConsoleOverviewPage, { findings, keys, mails, figures }, problem);
      },
    }),
    ...consoleUsersRoutes(site, admin),
    ...consoleImportRoutes(site, admin),
    ...consoleUserRoutes(site, admin, account, providers),
    ...consoleOrganizationsRoutes(site, admin),
    ...consoleClientsRoutes(site, admin, config),
    ...consoleWebhooksRoutes(site, admin),
    ...consoleOperationRoutes(site, admin),
    ...site.routes({
      path: '/stop-acting',
      operation: logout,
      get: async () => ({ goTo: '/console' }),
      post: async (visit) => {
        const { acting } = visit;
        visit.stopActing();
        if (!acting) return { goTo: '/console' };
        await account.logout({ sessions: 'current' }, acting.context);
        return { goTo: `/console/users/${acting.userId}?done=stopped` };
      },
    }),
  ];
}
