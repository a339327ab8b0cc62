import { type AdminOperations, requirePerson } from '../../accounts/admin-access/admin-access';
import type { ImpersonationStore, OpenedImpersonation } from '../../accounts/sessions/impersonation.store';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import type { AccessTokens, Principal } from '../../accounts/tokens/access-token';
import { accessTokenRejected } from '../../accounts/tokens/access-token-rejection';
import { unproven } from '../../accounts/tokens/authentication';
import type { TokenClaims } from '../../accounts/tokens/token-claims';
import { tokenReasons } from '../../accounts/tokens/tokens.reasons';
import type { User } from '../../accounts/users/user';
import { noSuchUser } from '../../accounts/users/user';
import type { UserStore } from '../../accounts/users/user.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError, notFound } from '../../platform/errors/app-error';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import { readInput } from '../../platform/operations/run-operation';
import { knownId } from '../../platform/request/known-id';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { uuidv7 } from '../../platform/runtime/uuid';
import type { Impersonation } from './impersonation.answers';
import { impersonationActions } from './impersonation.audit';
import { impersonationMails } from './impersonation.mails';
import { impersonate } from './impersonation.operations';
import { impersonationReasons } from './impersonation.reasons';

/** How long a super admin can act as a user, in seconds. */
const impersonationS = 900;

interface ImpersonationStores {
  users: Pick<UserStore, 'findById'>;
  transaction: Transact<{
    users: Pick<UserStore, 'findRecipientById'>;
    impersonations: ImpersonationStore;
    messages: MessageStore;
  }>;
}

interface ImpersonationServiceNeeds {
  admin: AdminOperations;
  stores: ImpersonationStores;
  accessTokens: AccessTokens;
  tokenClaims: Pick<TokenClaims, 'of'>;
  liveSessions: Pick<LiveSessions, 'idleSince'>;
  outbox: Outbox;
  settings: { notice: boolean };
  clock: Clock;
}

/** Lets a super admin act as a user, for a short time and with a trace in everything that happens. */
export class ImpersonationService {
  constructor(private readonly needs: ImpersonationServiceNeeds) {}

  /**
   * Opens a session of the user, which lasts 15 minutes, or as long as the session of the super admin if that is shorter.
   * The user gets an e-mail in the same transaction.
   */
  impersonate(input: unknown, context: RequestContext): Promise<Impersonation> {
    return this.needs.admin.change(impersonate, context, async (caller, subject) => {
      const admin = requirePerson(caller);
      const { userId: id, reason } = readInput(impersonate, input, context);
      const userId = knownId(id, noSuchUser);
      const find = async () => {
        const found = await this.needs.stores.users.findById(userId);
        if (!found) throw notFound(noSuchUser);
        subject.userId = userId;
        return usable(found);
      };
      const user = await context.timings.measure('database', find);
      const at = this.needs.clock();
      const sessionId = uuidv7(at);
      const opened = await context.timings.measure('database', async () => {
        const session = await this.open({ sessionId, userId, reason }, admin, at, context);
        // The account has changed since it was read, or the session of the super admin has ended.
        if (!session) await find();
        return session;
      });
      if (!opened) throw accessTokenRejected(tokenReasons['ended session']);
      const { revision, roles, expiresTs } = opened;
      const session = { ...unproven, roles, expiresTs };
      const claims = await this.needs.tokenClaims.of(userId, context.timings);
      const ids = { userId, sessionId, revision, actor: admin };
      const token = this.needs.accessTokens.issue(ids, at, session, claims);
      return { jwt: token.jwt, expiresInS: token.expiresInS, sessionId, expiresTs, user };
    });
  }

  private open(
    { sessionId, userId, reason }: { sessionId: string; userId: string; reason: string },
    admin: Readonly<Principal>,
    at: Date,
    context: RequestContext,
  ): Promise<OpenedImpersonation | null> {
    // Without a refresh token, the session is of no use after its access token.
    const lifetimeS = Math.min(impersonationS, this.needs.accessTokens.settings.ttlS);
    const impersonation = {
      id: sessionId,
      userId,
      actor: { userId: admin.userId, sessionId: admin.sessionId },
      at,
      expiresTs: new Date(at.getTime() + lifetimeS * 1000),
      idleSince: this.needs.liveSessions.idleSince(at),
    };
    const details = { statedReason: reason };
    const audit = successEvent(impersonationActions.impersonation_started, at, context, { userId, sessionId, details });
    return this.needs.stores.transaction(userId, async (tx) => {
      const opened = await tx.impersonations.open(impersonation, audit);
      if (opened && this.needs.settings.notice)
        await this.needs.outbox.notify(tx, impersonationMails.impersonated, userId, context.locale);
      return opened;
    });
  }
}

/** @throws AppError `FORBIDDEN`, `CONFLICT` */
function usable(user: User): User {
  if (user.isSuperAdmin) {
    throw new AppError('FORBIDDEN', {
      msg: 'A super admin can act only as users who are not super admins.',
      reason: impersonationReasons['super admin'],
    });
  }
  if (user.disabled) throw new AppError('CONFLICT', { msg: 'The account is disabled or deleted.' });
  return user;
}
