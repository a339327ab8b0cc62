import type { AccountService } from '../../accounts/auth/account.service';
import { deletionActions } from '../../accounts/deletion/deletion.audit';
import { isOnlyWayIn } from '../../accounts/users/identity';
import { userActions } from '../../accounts/users/users.audit';
import type { AdminServices } from '../../compose/administration';
import { endSessions, removeIdentity } from '../../features/admin-users/admin-users.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt, ofForms } from '../kit/attempt';
import { labelOf, type ShownProvider } from '../kit/provider';
import { type Answer, noteOf, type Site, show, type Visit } from '../kit/site';
import type { UserNotice } from './console-user.page';
import { actionNames, consoleUserActionRoutes } from './console-user-actions.routes';
import { consoleUserEditRoutes } from './console-user-edit.routes';
import { idOf, pathOf, reasonIn } from './console-user-visit';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./console-user.page') as typeof import('./console-user.page.js');

/** How many events the page of a person has. The audit has all. */
const eventsOfPerson = 20;

const notices: readonly UserNotice[] = [
  ...actionNames,
  'saved',
  'unchanged',
  'session',
  'identity',
  'invited',
  'stopped',
];

type Needs = Omit<AdminServices, 'installation' | 'bulk'>;
type Gone = 'sessionGone' | 'identityGone';
type UserPage = (visit: Visit, problem?: AppError | null, gone?: Gone) => Promise<Answer>;

export function consoleUserRoutes(
  site: Site,
  admin: Needs,
  account: Pick<AccountService, 'logout'>,
  providers: readonly ShownProvider[],
): Route[] {
  const userPage = userPageOf(admin, providers);

  const endSession = async (visit: Visit): Promise<Answer> => {
    const { params, context } = visit;
    const userId = idOf(visit);
    const ending = admin.userChanges.endSessions({ userId, sessionId: params.session_id }, context);
    const { problem } = await attempt(ending, ['NOT_FOUND', 'SERVICE_UNAVAILABLE']);
    return problem ? userPage(visit, problem) : { goTo: pathOf(userId, 'session') };
  };

  return [
    ...site.routes({ path: '/console/users/:id', get: (visit) => userPage(visit) }),
    ...consoleUserActionRoutes(site, admin, account),
    ...consoleUserEditRoutes(site, admin),
    ...site.routes({
      path: '/console/users/:id/sessions/:session_id',
      operation: endSessions,
      // After a step-up.
      get: async (visit) => ({ goTo: pathOf(idOf(visit)) }),
      post: endSession,
    }),
    ...identityRoutes(site, admin, providers, userPage),
  ];
}

const userPageOf =
  ({ users, audit, userFields }: Needs, providers: readonly ShownProvider[]): UserPage =>
  async (visit, problem = null, gone = 'sessionGone') => {
    const { context, session } = visit;
    const account = await users.user({ id: idOf(visit) }, context);
    const { id, email, disabled, fields } = account;
    // By the address, so that attempts to sign in with it are found, too.
    const events = await audit.auditEvents({ user: email, first: eventsOfPerson, reads: false }, context);
    const ofDisabled = disabled ? userActions.user_disabled : null;
    const action = account.deletionDueTs ? deletionActions.account_deleted : ofDisabled;
    const ended = action && (await audit.auditEvents({ user: id, action: action.name, first: 1 }, context));
    const [disabling = null] = ended?.items ?? [];
    const own = userFields.shown(fields, 'admin');
    const isOwn = session?.userId === id;
    const notice = noteOf(visit, notices);
    const props = { account, audit: events, own, declared: userFields.all, disabling, isOwn, notice, providers };
    return show(pages().ConsoleUserPage, { ...props, problem, gone }, problem);
  };

function identityRoutes(
  site: Site,
  { users, userChanges }: Needs,
  providers: readonly ShownProvider[],
  userPage: UserPage,
): Route[] {
  const identityPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const managed = await users.user({ id: idOf(visit) }, visit.context);
    const { identities } = managed;
    const identity = identities.find(({ id }) => id === visit.params.identity_id);
    if (!identity) return { goTo: pathOf(managed.id) };
    const label = labelOf(providers, identity.provider);
    const props = { managed, identity, label, isOnlyWayIn: isOnlyWayIn(identities, managed), problem };
    return show(pages().ConsoleIdentityPage, { ...props, values: Object.fromEntries(visit.form) }, problem);
  };

  return site.routes({
    path: '/console/users/:id/identities/:identity_id',
    operation: removeIdentity,
    get: (visit) => identityPage(visit),
    post: async (visit) => {
      const { params, form, context } = visit;
      const userId = idOf(visit);
      const input = { userId, identityId: params.identity_id, reason: reasonIn(form) };
      const { problem } = await attempt(userChanges.removeIdentity(input, context), [...ofForms, 'NOT_FOUND']);
      if (problem?.code === 'NOT_FOUND') return userPage(visit, problem, 'identityGone');
      return problem ? identityPage(visit, problem) : { goTo: pathOf(userId, 'identity') };
    },
  });
}
