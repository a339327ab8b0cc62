import { FigureCounter } from '../features/admin-installation/figure-counter';
import { AppError } from '../platform/errors/app-error';
import { Readiness } from '../platform/health/readiness';
import { ClockWatch } from '../platform/instances/clock-watch';
import type { JobStore } from '../platform/jobs/job.store';
import { createWaitingMails } from '../platform/messages/waiting-mails';
import type { Deletions } from './account-deletion';
import { createCleanUp } from './clean-up';
import type { Connecting } from './identities';
import { createHeartbeat } from './instances';
import { createLogoutMessages } from './logout-messages';
import { createMails } from './messages';
import type { Openid } from './openid';
import type { Passwords } from './passwords';
import type { Shared } from './shared';
import { startSteps } from './start-steps';
import type { Tel } from './tel';
import { createWebhooks } from './webhooks';

/** What a server does without a request: it starts, sends mails, cleans up, and compares its clock. */
export function createBackground(
  shared: Shared,
  { eraser, decoys, smsDelivery }: Deletions & Passwords & Pick<Tel, 'smsDelivery'>,
) {
  const { config, stores, clock, log } = shared;
  const clocks = new ClockWatch();
  // What was deleted by a wrong clock cannot be restored.
  const claim: JobStore['claim'] = async (...job) => clocks.mayRemove && stores.jobs.claim(...job);
  const cleanUp = createCleanUp(config, { ...stores, jobs: { claim } }, { eraser, outbox: shared.outbox }, clock, log);
  const { delivery: mailDelivery, mailbox } = createMails(shared);
  const heartbeat = createHeartbeat(config, stores, clocks, log);
  const webhooks = createWebhooks(shared);
  const logoutMessages = createLogoutMessages(shared);
  const figureCounter = config.admin.enabled ? new FigureCounter(stores.jobs, stores.figures, clock, log) : null;
  const steps = startSteps(shared, {
    heartbeat,
    decoys,
    cleanUp,
    mailDelivery,
    smsDelivery,
    webhooks,
    logoutMessages,
    figureCounter,
  });
  const readiness = new Readiness(steps, () => rightClock(clocks).then(stores.ping), log);
  return {
    cleanUp,
    mailDelivery,
    webhooks,
    logoutMessages,
    figureCounter,
    mailbox,
    heartbeat,
    clocks,
    readiness,
    waitingMails: createWaitingMails(stores.messages, clock),
  };
}

async function rightClock({ problem }: ClockWatch): Promise<void> {
  if (problem !== null) throw new AppError('SERVICE_UNAVAILABLE', { msg: problem });
}

type Background = ReturnType<typeof createBackground>;

/** Stops the background work, and writes pending audit events and rate-limit counts. */
export async function closeServices(
  all: Shared & Passwords & Connecting & Background & Pick<Tel, 'smsDelivery'> & Pick<Openid, 'closeDocuments'>,
): Promise<void> {
  const { mailDelivery, rateLimits, redis, listedPasswordNotices, heartbeat, keys, revocations, audit, cleanUp } = all;
  await mailDelivery?.close();
  await Promise.all([all.smsDelivery?.close(), all.webhooks.close(), all.logoutMessages.close()]);
  await rateLimits.close();
  redis?.close();
  await all.closeLists();
  all.providers.close();
  all.closeDocuments();
  await Promise.all(
    [
      listedPasswordNotices,
      heartbeat,
      keys,
      revocations,
      audit,
      cleanUp,
      all.apiKeyVerifier,
      all.botChallenges,
      all.figureCounter,
      all.decoys,
      all.passwords,
    ].map((one) => one?.close()),
  );
}
