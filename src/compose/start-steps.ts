import type { Decoys } from '../accounts/passwords/decoys';
import { AppError } from '../platform/errors/app-error';
import type { Step } from '../platform/health/readiness';
import type { Heartbeat } from '../platform/instances/heartbeat';
import type { CleanUp } from '../platform/jobs/clean-up';
import type { MessageDelivery } from '../platform/messages/message-delivery';
import type { Log } from '../platform/observability/log';
import { type Base, loadDerivationKey, loadSigningKeys } from './base';
import type { Stores } from './stores';

interface Started {
  heartbeat: Heartbeat | null;
  decoys: Decoys;
  cleanUp: CleanUp;
  mailDelivery: MessageDelivery | null;
  smsDelivery: MessageDelivery | null;
  webhooks: { start(): void };
  logoutMessages: { start(): void };
  figureCounter: { start(): void } | null;
}

export function startSteps(
  base: Base,
  { heartbeat, decoys, cleanUp, mailDelivery, smsDelivery, webhooks, logoutMessages, figureCounter }: Started,
): Step[] {
  const { config, stores, log } = base;
  return [
    config.migrateOnStart ? migrate(stores, log) : awaitMigrations(stores),
    // The first step that needs the time is the next one.
    ...(heartbeat ? [{ name: 'comparing the clocks', run: () => heartbeat.start() }] : []),
    {
      name: 'loading the keys',
      async run() {
        await loadDerivationKey(base);
        await loadSigningKeys(base);
        base.keys.follow(stores.listen);
      },
    },
    { name: 'counting the formats of password hashes', run: () => decoys.start() },
    { name: 'following revocations', run: async () => base.revocations.start() },
    { name: 'starting the clean-up', run: async () => cleanUp.start() },
    ...(mailDelivery ? [{ name: 'starting to send mails', run: async () => mailDelivery.start() }] : []),
    ...(smsDelivery ? [{ name: 'starting to send text messages', run: async () => smsDelivery.start() }] : []),
    { name: 'starting to send webhooks', run: async () => webhooks.start() },
    { name: 'starting to send logouts', run: async () => logoutMessages.start() },
    ...(figureCounter ? [{ name: 'starting to count for the console', run: async () => figureCounter.start() }] : []),
  ];
}

function migrate(stores: Stores, log: Log): Step {
  return {
    name: 'applying pending migrations',
    async run() {
      const applied = await stores.migrate();
      if (applied.length > 0) log.info({ applied }, 'migrations applied');
    },
  };
}

function awaitMigrations(stores: Stores): Step {
  return {
    name: 'waiting for pending migrations to be applied',
    async run() {
      const pending = await stores.pendingMigrations();
      if (pending.length > 0) {
        throw new AppError('SERVICE_UNAVAILABLE', {
          msg: `migrations are pending: ${pending.join(', ')}. Run gatehouse migrate`,
        });
      }
    },
  };
}
