import { logout, revokeSession } from '../../accounts/auth/account.operations';
import { toSessionCursor } from '../../accounts/sessions/session-page';
import type { Services } from '../../compose/services';
import type { AppError } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { type Answer, noteOf, type Site, show, type Visit } from '../kit/site';
import { deletesKeys } from './account-keys-form';
import type { SessionsNote } from './account-sessions.page';
import type { Section } from './account-shell.page';
import { type CountKeys, type FindPerson, toPage } from './account-visit';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./account-sessions.page') as typeof import('./account-sessions.page.js');

const path = '/account/sessions';
export const sessionsSection: Section = { path, icon: 'laptop', label: ({ account }) => account.nav.sessions };
const pageSize = 20;
const notes: readonly SessionsNote[] = ['ended', 'others', 'others-keys'];

/** The page of the sessions, which are the devices of a person. */
export function accountSessionRoutes(
  site: Site,
  { account }: Services,
  find: FindPerson,
  countKeys: CountKeys,
): Route[] {
  const sessionsPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const after = visit.query.get('after');
    const { nav } = await find(visit);
    const { items: sessions, hasMore } = await account.sessions({ first: pageSize, after }, visit.context);
    const last = sessions.at(-1);
    const next = hasMore && last ? toSessionCursor(last) : null;
    const note = noteOf(visit, notes);
    const props = { sessions, next, isFirst: after === null, keys: await countKeys(visit), note, problem, nav };
    return show(pages().SessionsPage, props, problem);
  };

  const end = async (visit: Visit): Promise<Answer> => {
    const operation = account.revokeSession({ id: visit.form.get('id') ?? '' }, visit.context);
    const { problem } = await attempt(operation, ['NOT_FOUND', 'SERVICE_UNAVAILABLE']);
    return problem ? sessionsPage(visit, problem) : { goTo: `${path}?done=ended` };
  };

  const endOthers = async (visit: Visit): Promise<Answer> => {
    const keys = deletesKeys(visit.form);
    const { problem } = await attempt(account.logout({ sessions: 'others', keys }, visit.context));
    return problem ? sessionsPage(visit, problem) : { goTo: `${path}?done=others${keys ? '-keys' : ''}` };
  };

  return [
    ...site.routes({ path, get: (visit) => sessionsPage(visit) }),
    ...site.routes({
      path: `${path}/end`,
      operation: revokeSession,
      get: toPage(path),
      post: end,
    }),
    ...site.routes({
      path: `${path}/end-others`,
      operation: logout,
      get: toPage(path),
      post: endOthers,
    }),
  ];
}
