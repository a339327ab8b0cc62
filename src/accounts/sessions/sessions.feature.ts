import type { Feature } from '../../platform/feature';
import { AllSessionsStore } from './all-sessions.store';
import { ClientSessionStore } from './client-session.store';
import { ImpersonationStore } from './impersonation.store';
import { KnownDeviceStore } from './known-device.store';
import { knownDeviceCleanUp } from './known-device-clean-up';
import { PageCookieStore } from './page-cookie.store';
import { RevocationFeedStore } from './revocation-feed.store';
import { revocationMetrics } from './revocations.metrics';
import { SessionStore } from './session.store';
import { SessionCleanUpStore } from './session-clean-up.store';
import { sessionActions } from './sessions.audit';
import { sessionEvents } from './sessions.events';
import { sessionMails } from './sessions.mails';
import { sessionPurposes } from './sessions.purposes';
import { sessionEnds, sessionReasons } from './sessions.reasons';
import { sessionsSettings } from './sessions.settings';
import { sessionsTables } from './sessions.tables';

export const sessionsFeature = {
  settings: [sessionsSettings],
  actions: [sessionActions],
  events: [sessionEvents],
  stores: {
    sessions: SessionStore,
    allSessions: AllSessionsStore,
    clientSessions: ClientSessionStore,
    pageCookies: PageCookieStore,
    impersonations: ImpersonationStore,
    revocationFeed: RevocationFeedStore,
    sessionCleanUp: SessionCleanUpStore,
    knownDevices: KnownDeviceStore,
  },
  cleanUp: knownDeviceCleanUp,
  metrics: [revocationMetrics],
  tables: sessionsTables,
  purposes: sessionPurposes,
  mails: sessionMails,
  reasons: [sessionReasons],
  ends: [sessionEnds],
} satisfies Feature;
