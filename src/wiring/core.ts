import type { Config } from '../config/config';
import { DerivationKey } from '../encryption/derivation-key';
import { createEncryption, type Secrets } from '../encryption/encryption';
import type { Log } from '../observability/log';
import { type Clock, systemClock } from '../runtime/clock';
import { LiveSessions } from '../sessions/live-sessions';
import { Revocations } from '../sessions/revocations';
import { KeyRing } from '../tokens/key-ring';
import type { Stores } from './stores';

/**
 * What the server and the commands share. The caller loads what it needs, and decides whether to follow notifications.
 */
export interface Core extends Sessions {
  clock: Clock;
  keys: KeyRing;
  derivationKey: DerivationKey;
}

/** The part of the core that needs no secret. */
export interface Sessions {
  /** The server follows the notifications. A command does not need to: the database notifies the instances. */
  revocations: Revocations;
  liveSessions: LiveSessions;
}

export function createCore(config: Config, stores: Stores, log: Log): Core {
  const clock = systemClock;
  const encryptions = createEncryptions(stores.secrets);
  return {
    ...createSessions(config, stores, log),
    clock,
    keys: new KeyRing(stores, encryptions.signingKeys, { cacheLifetimeS: config.jwksMaxAgeS }, clock, log),
    derivationKey: new DerivationKey(stores.derivationKeys, encryptions.derivationKey, clock),
  };
}

export function createSessions(config: Config, stores: Stores, log: Log): Sessions {
  const revocations = new Revocations(stores.sessions, stores.listen, systemClock, log);
  return {
    revocations,
    liveSessions: new LiveSessions(stores.sessions, revocations, config.sessionIdleTtlS, systemClock),
  };
}

/** One for each kind of encrypted value, so that a value cannot be used as another kind. */
export function createEncryptions(secrets: Secrets) {
  return {
    signingKeys: createEncryption(secrets, 'signing keys'),
    derivationKey: createEncryption(secrets, 'derivation key'),
  };
}
