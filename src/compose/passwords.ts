import { ListedPasswordNotices } from '../accounts/auth/listed-password-notices';
import { loginsAtOnce } from '../accounts/auth/login.limits';
import { PasswordUpgrade } from '../accounts/auth/password-upgrade';
import { Reauthentication } from '../accounts/auth/reauthentication';
import { Decoys } from '../accounts/passwords/decoys';
import { HashQueue } from '../accounts/passwords/hash-queue';
import { NewPasswords } from '../accounts/passwords/new-passwords';
import { PasswordCheck } from '../accounts/passwords/password-check';
import type { MeasuredPasswordHasher } from '../accounts/passwords/password-hasher';
import { sendsMails } from '../platform/email/email.settings';
import type { Log } from '../platform/observability/log';
import { createBeforeRegister } from './hooks';
import { createLegacy, waitsWithin } from './legacy';
import { openPasswordPolicy } from './password-policy';
import type { Sessions } from './sessions';
import type { Shared } from './shared';

/** How many logins and registrations run in addition to those that hash. They use the database in the meantime. */
const atWorkApartFromHashes = 14;

export type Passwords = ReturnType<typeof createPasswords>;

export function createPasswords(shared: Shared, { twoStep }: Sessions, hasher: MeasuredPasswordHasher) {
  const { config, stores, outbox, rateLimits, derivationKey, signerKeys, userFields, timeLimits, clock, log } = shared;
  logHashing(hasher, log);
  const slots = config.hashConcurrency + atWorkApartFromHashes;
  const waits = waitsWithin(timeLimits.operationMs, config, config.hookBeforeRegister === null ? 0 : timeLimits.hookMs);
  const hashQueue = new HashQueue(
    {
      slots,
      slotsPerAccount: loginsAtOnce(config.rateLimits.LOGIN_ACCOUNT),
      longestWaitMs: waits.queueMs,
      longestQueue: config.hashQueueLength,
    },
    hasher.msPerHash,
    // Few cores are busy long before the limit of the installation is reached.
    () => rateLimits.noteAttack(),
  );
  // Half of the slots stay for requests that wait for no other service.
  const mostAtOnce = Math.ceil(slots / 2);
  const beforeRegister = createBeforeRegister(shared, mostAtOnce);
  const legacy = createLegacy(
    config,
    waits.legacyMs,
    stores,
    { hashQueue, passwords: hasher, beforeRegister, userFields },
    log,
  );
  const isLegacyAsked = legacy.passwords !== null;
  const decoys = new Decoys(stores.passwordSchemes, derivationKey.derive, isLegacyAsked, hasher.isOutdated, log);
  const passwordCheck = new PasswordCheck(hasher, legacy.passwords, decoys, signerKeys, log);
  const passwordUpgrade = new PasswordUpgrade(stores.users, hasher);
  const rules = openPasswordPolicy(config, mostAtOnce, log, timeLimits.breachListMs);
  const { users } = stores;
  return {
    passwords: hasher,
    hashQueue,
    legacy,
    decoys,
    passwordCheck,
    passwordUpgrade,
    passwordPolicy: rules.policy,
    newPasswords: new NewPasswords(rules.policy, hashQueue, hasher),
    breached: rules.breached,
    beforeRegister,
    listedPasswordNotices: new ListedPasswordNotices(rules.policy, stores.transaction, outbox, clock, log),
    reauthentication: new Reauthentication({
      users,
      passwordCheck,
      passwordUpgrade,
      hashQueue,
      rateLimits,
      twoStep,
      sessions: stores.sessions,
      sendsMails: sendsMails(config),
      clock,
    }),
    async closeLists() {
      await rules.close();
      await beforeRegister?.close();
      await legacy.oldService?.close();
    },
  };
}

function logHashing({ engine, passedOver, speed }: MeasuredPasswordHasher, log: Log): void {
  const found = { engine, hashesPerSecond: Math.round(speed.hashesPerSecond), cores: speed.cores };
  if (passedOver === undefined) log.info(found, 'password hashing');
  // An operator who sets HASH_ENGINE=argon2 knows this, and gets no warning.
  else
    log.warn({ ...found, passedOver }, 'password hashing is slower than it could be: the faster engine cannot be used');
}
