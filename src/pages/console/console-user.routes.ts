import type { AccountService } from '../../accounts/auth/account.service';
import { deletionActions } from '../../accounts/deletion/deletion.audit';
import { isOnlyWayIn } from '../../accounts/users/identity';
import { userActions } from '../../accounts/users/users.audit';
import type { AdminServices } from '../../compose/administration';
import { deleteUserApiKey, endSessions, removeIdentity } from '../../features/admin-users/admin-users.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import type { Operation } from '../../platform/operations/define-operation';
import type { RequestContext } from '../../platform/request/request-context';
import { attempt, ofForms } from '../kit/attempt';
import { labelOf, type ShownProvider } from '../kit/provider';
import { type Answer, noteOf, type Site, show, type Visit } from '../kit/site';
import type { Gone, UserNotice } from './console-user.page';
import { actionNames, consoleUserActionRoutes } from './console-user-actions.routes';
import { consoleUserEditRoutes } from './console-user-edit.routes';
import { idOf, managedOf, pathOf, reasonIn } from './console-user-visit';

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
  'apiKey',
  'invited',
  'stopped',
];

type Needs = Omit<AdminServices, 'installation' | 'bulk'>;
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
    ...apiKeyRoutes(site, admin, userPage),
  ];
}

const userPageOf =
  ({ users, audit, userFields }: Needs, providers: readonly ShownProvider[]): UserPage =>
  async (visit, problem = null, gone = 'sessionGone') => {
    const { context, session } = visit;
    const account = await users.user({ id: idOf(visit) }, context);
    const apiKeys = await users.apiKeysOf(account);
    const memberships = await users.membershipsOf(account);
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
    const about = { account, apiKeys, memberships, audit: events, own, declared: userFields.all, disabling, isOwn };
    return show(pages().ConsoleUserPage, { ...about, notice, providers, problem, gone }, problem);
  };

interface Removal {
  path: `/console/users/:id/${string}/:part_id`;
  operation: Operation;
  /** The page that asks before. Null if the person does not have it any more. */
  confirmPage(visit: Visit, partId: string, problem: AppError | null): Promise<Answer | null>;
  remove(which: { userId: string; id: string; reason: string | null }, context: RequestContext): Promise<unknown>;
  gone: Gone;
  done: UserNotice;
}

/** The page that asks before something of a person is removed, and takes a reason. */
function removalRoutes(
  site: Site,
  userPage: UserPage,
  { path, operation, confirmPage, remove, gone, done }: Removal,
): Route[] {
  const partOf = ({ params }: Visit): string => params.part_id ?? '';
  const confirm = async (visit: Visit, problem: AppError | null = null): Promise<Answer> =>
    (await confirmPage(visit, partOf(visit), problem)) ?? { goTo: pathOf(idOf(visit)) };
  return site.routes({
    path,
    operation,
    get: (visit) => confirm(visit),
    post: async (visit) => {
      const userId = idOf(visit);
      const which = { userId, id: partOf(visit), reason: reasonIn(visit.form) };
      const { problem } = await attempt(remove(which, visit.context), [...ofForms, 'NOT_FOUND']);
      if (problem?.code === 'NOT_FOUND') return userPage(visit, problem, gone);
      return problem ? confirm(visit, problem) : { goTo: pathOf(userId, done) };
    },
  });
}

const identityRoutes = (
  site: Site,
  { users, userChanges }: Needs,
  providers: readonly ShownProvider[],
  userPage: UserPage,
): Route[] =>
  removalRoutes(site, userPage, {
    path: '/console/users/:id/identities/:part_id',
    operation: removeIdentity,
    confirmPage: async (visit, identityId, problem) => {
      const managed = await managedOf(users, visit);
      const { identities } = managed;
      const identity = identities.find(({ id }) => id === identityId);
      if (!identity) return null;
      const label = labelOf(providers, identity.provider);
      const values = Object.fromEntries(visit.form);
      const props = { managed, identity, label, isOnlyWayIn: isOnlyWayIn(identities, managed), values, problem };
      return show(pages().ConsoleIdentityPage, props, problem);
    },
    remove: ({ id: identityId, ...which }, context) => userChanges.removeIdentity({ ...which, identityId }, context),
    gone: 'identityGone',
    done: 'identity',
  });

const apiKeyRoutes = (site: Site, { users, userChanges }: Needs, userPage: UserPage): Route[] =>
  removalRoutes(site, userPage, {
    path: '/console/users/:id/keys/:part_id',
    operation: deleteUserApiKey,
    confirmPage: async (visit, keyId, problem) => {
      const managed = await managedOf(users, visit);
      const apiKey = (await users.apiKeysOf(managed)).find(({ id }) => id === keyId);
      const values = Object.fromEntries(visit.form);
      return apiKey ? show(pages().ConsoleApiKeyPage, { managed, apiKey, values, problem }, problem) : null;
    },
    remove: (which, context) => userChanges.deleteUserApiKey(which, context),
    gone: 'keyGone',
    done: 'apiKey',
  });
