import { type NewAuditEvent, successEvent } from '../../platform/audit/audit-event';
import type { SessionEnd } from '../../platform/errors/session-end';
import type { RequestContext } from '../../platform/request/request-context';
import { applicationActions } from '../applications/applications.audit';
import { applicationEnds } from '../applications/applications.reasons';
import type { ConsentStore } from '../applications/consent.store';
import type { FactorStore } from '../factors/factor.store';
import { factorActions } from '../factors/factors.audit';
import type { ApiKeyStore } from '../keys/api-key.store';
import type { ClientSessionStore } from '../sessions/client-session.store';
import { sessionActions } from '../sessions/sessions.audit';
import { apiKeyActions } from '../users/api-keys.audit';
import type { IdentityStore } from '../users/identity.store';
import { userActions } from '../users/users.audit';

/** The stores of a transaction that removes ways in. */
export interface WayInStores {
  factors: Pick<FactorStore, 'removeAddedSince'>;
  identities: Pick<IdentityStore, 'removeAddedSince'>;
  consents: Pick<ConsentStore, 'removeAddedSince'>;
  clientSessions: Pick<ClientSessionStore, 'endOfClient'>;
  apiKeys: Pick<ApiKeyStore, 'endAllOf'>;
}

interface Removal {
  userId: string;
  /** What was added at this time or later is removed. */
  since: Date;
  /** Why the sessions of the account end with it. */
  reason: SessionEnd;
  at: Date;
  by: RequestContext;
}

interface RemovedWaysIn {
  /** What the audit says about them. The caller inserts it. */
  events: NewAuditEvent[];
  /** The ids of the sessions of applications, and of the keys, that have ended with them: no token of them is accepted. */
  sessionIds: string[];
}

/** What lets somebody in, beside the password. */
interface WayIn {
  /** Where it is stored: each table of the kind `way in` has one entry of the list. */
  tables: readonly string[];
  /** The caller has locked the account. */
  removeAddedSince(tx: WayInStores, removal: Removal): Promise<RemovedWaysIn>;
}

/** All of them. What ends them goes through this list, and knows no single one. */
export const waysIn = {
  factor: {
    tables: ['totp_factors', 'passkeys', 'recovery_codes'],
    async removeAddedSince({ factors }, { userId, since, at, by }) {
      const wereAny = await factors.removeAddedSince(userId, since);
      return { events: wereAny ? [successEvent(factorActions.factors_reset, at, by, { userId })] : [], sessionIds: [] };
    },
  },
  identity: {
    tables: ['identities'],
    async removeAddedSince({ identities }, { userId, since, at, by }) {
      const providers = await identities.removeAddedSince(userId, since);
      const events = providers.map((provider) =>
        successEvent(userActions.identity_unlinked, at, by, { userId, details: { provider } }),
      );
      return { events, sessionIds: [] };
    },
  },
  /** Without it, an application has to ask again. */
  consent: {
    tables: ['oauth_consents'],
    async removeAddedSince({ consents, clientSessions }, { userId, since, at, by }) {
      const reason = applicationEnds.app_disconnected;
      const removed: RemovedWaysIn = { events: [], sessionIds: [] };
      for (const clientId of await consents.removeAddedSince(userId, since)) {
        const audit = successEvent(sessionActions.session_ended, at, by, {
          userId,
          details: { reason: reason.name, clientId },
        });
        removed.sessionIds.push(...(await clientSessions.endOfClient(userId, clientId, { reason, at, audit })));
        removed.events.push(
          successEvent(applicationActions.app_disconnected, at, by, { userId, details: { clientId } }),
        );
      }
      return removed;
    },
  },
  /** Whenever they were created: nobody sees how a key is used, and a login that ends with its account shows itself. */
  apiKey: {
    tables: ['api_keys'],
    async removeAddedSince({ apiKeys }, { userId, reason: { name: reason }, at, by }) {
      const sessionIds = await apiKeys.endAllOf(userId, at);
      const events = sessionIds.map((keyId) =>
        successEvent(apiKeyActions.api_key_deleted, at, by, { userId, details: { reason, keyId } }),
      );
      return { events, sessionIds };
    },
  },
} as const satisfies Record<string, WayIn>;

/** Removes the ways in that were added since a time. */
export async function removeWaysIn(tx: WayInStores, removal: Removal): Promise<RemovedWaysIn> {
  const removed: RemovedWaysIn = { events: [], sessionIds: [] };
  for (const { removeAddedSince } of Object.values(waysIn)) {
    const { events, sessionIds } = await removeAddedSince(tx, removal);
    removed.events.push(...events);
    removed.sessionIds.push(...sessionIds);
  }
  return removed;
}
