import { applicationActions } from '../../accounts/applications/applications.audit';
import { applicationEnds } from '../../accounts/applications/applications.reasons';
import type { ConsentStore } from '../../accounts/applications/consent.store';
import type { RunAsUser } from '../../accounts/auth/run-as-user';
import type { ClientSessionStore } from '../../accounts/sessions/client-session.store';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import { sessionActions } from '../../accounts/sessions/sessions.audit';
import { accessTokenRejected } from '../../accounts/tokens/access-token-rejection';
import { tokenReasons } from '../../accounts/tokens/tokens.reasons';
import type { UserChangesStore } from '../../accounts/users/user-changes.store';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { notFound } from '../../platform/errors/app-error';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import { knownId } from '../../platform/request/known-id';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { ConnectedApp } from './connected-app';
import type { ConnectedAppStore } from './connected-app.store';
import { connectedApps, disconnectApp, noSuchApp } from './connected-apps.operations';

interface DisconnectingStores {
  userChanges: Pick<UserChangesStore, 'lock'>;
  consents: ConsentStore;
  clientSessions: ClientSessionStore;
  oneTimeTokens: OneTimeTokenStore;
  audit: Pick<AuditStore, 'insert'>;
}

export interface ConnectedAppsServiceNeeds {
  asUser: RunAsUser;
  stores: { connectedApps: ConnectedAppStore; transaction: Transact<DisconnectingStores> };
  liveSessions: Pick<LiveSessions, 'idleSince' | 'rejectTokensIn'>;
  clock: Clock;
}

/** Lists and disconnects the applications of signed-in users. */
export class ConnectedAppsService {
  constructor(private readonly needs: ConnectedAppsServiceNeeds) {}

  /** @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `SERVICE_UNAVAILABLE` */
  connectedApps(context: RequestContext): Promise<ConnectedApp[]> {
    const { asUser, stores, liveSessions, clock } = this.needs;
    return asUser(connectedApps, context, null, ({ userId }) => {
      const at = clock();
      return context.timings.measure('database', () =>
        stores.connectedApps.list(userId, at, liveSessions.idleSince(at)),
      );
    });
  }

  disconnectApp(input: unknown, context: RequestContext): Promise<void> {
    return this.needs.asUser(disconnectApp, context, input, async ({ userId, sessionId }, { clientId: sent }) => {
      const clientId = knownId(sent, noSuchApp);
      const ended = await context.timings.measure('database', () => this.end({ userId, sessionId, clientId }, context));
      this.needs.liveSessions.rejectTokensIn(ended);
    });
  }

  private end(
    { userId, sessionId, clientId }: { userId: string; sessionId: string; clientId: string },
    context: RequestContext,
  ): Promise<string[]> {
    const at = this.needs.clock();
    const reason = applicationEnds.app_disconnected;
    const details = { clientId };
    const sessionEnded = successEvent(sessionActions.session_ended, at, context, {
      userId,
      details: { reason: reason.name, clientId },
    });
    return this.needs.stores.transaction(userId, async (tx) => {
      // A code opens a session with the lock of the account, too: before this, and the session ends, or not at all.
      if (!(await tx.userChanges.lock(userId))) throw accessTokenRejected(tokenReasons['no account']);
      await tx.oneTimeTokens.voidOfClient(userId, clientId, at);
      // Locks the client before the consent, as the removal of a client does.
      const ended = await tx.clientSessions.endOfClient(userId, clientId, { reason, at, audit: sessionEnded });
      const hadConsent = await tx.consents.remove(userId, clientId);
      if (!hadConsent && ended.length === 0) throw notFound(noSuchApp);
      await tx.audit.insert([
        successEvent(applicationActions.app_disconnected, at, context, { userId, sessionId, details }),
      ]);
      return ended;
    });
  }
}
