import { SignerKeys } from '../accounts/passwords/signer-keys';
import { ClaimChanges } from '../accounts/sessions/claim-changes';
import { LiveSessions } from '../accounts/sessions/live-sessions';
import { Revocations } from '../accounts/sessions/revocations';
import { readClaimsTemplate } from '../accounts/tokens/claims-template';
import { KeyRing } from '../accounts/tokens/key-ring';
import { TokenClaims } from '../accounts/tokens/token-claims';
import { TelNumbers } from '../accounts/users/tel-numbers';
import { openUserFields } from '../accounts/users/user-fields-file';
import { createAccountKeys } from '../platform/audit/audit-log';
import { DerivationKey } from '../platform/encryption/derivation-key';
import { createEncryption, type Secrets } from '../platform/encryption/encryption';
import { Outbox } from '../platform/messages/outbox';
import type { Log } from '../platform/observability/log';
import { createOneTimeTokenTexts } from '../platform/one-time-tokens/one-time-token-text';
import { openOneTimeTokens } from '../platform/one-time-tokens/one-time-tokens';
import type { Clock } from '../platform/runtime/clock';
import type { Config } from './config';
import type { Stores } from './stores';

/**
 * The objects that both the server and the commands need. The caller must load the keys that it uses, and decides
 * whether to follow notifications.
 */
export type Base = ReturnType<typeof createBase>;
/** The part of the base that needs no secret. */
export type BaseWithoutKeys = ReturnType<typeof createBaseWithoutKeys>;

export function createBase(config: Config, stores: Stores, log: Log) {
  const clock = stores.clock;
  const encryptions = createEncryptions(stores.secrets);
  const derivationKey = new DerivationKey(stores.derivationKeys, encryptions.derivationKey, clock);
  const texts = createOneTimeTokenTexts(derivationKey.derive);
  return {
    ...createBaseWithoutKeys(config, stores, log),
    keys: new KeyRing(stores, encryptions.signingKeys, { cacheLifetimeS: config.jwksMaxAgeS }, clock, log),
    derivationKey,
    accountKeys: createAccountKeys(derivationKey.derive),
    oneTimeTokens: openOneTimeTokens(stores, texts, config.tokenLifetimes, clock),
    signerKeys: createSignerKeys(config, stores, derivationKey, clock),
  };
}

type Keys = Pick<Base, 'keys' | 'derivationKey'>;

/**
 * Loads the signing keys, and creates the first one if the database has none, unless the secret is wrong for the other key.
 * @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE`
 */
export async function loadSigningKeys({ keys, derivationKey }: Keys): Promise<void> {
  await derivationKey.checkSecret();
  await keys.load();
}

/**
 * Loads the derivation key, and creates it if the database has none, unless the secret is wrong for the other keys.
 * @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE`
 */
export async function loadDerivationKey({ keys, derivationKey }: Keys): Promise<void> {
  await keys.checkSecret();
  await derivationKey.load();
}

function createSignerKeys(config: Config, stores: Stores, { derive }: DerivationKey, clock: Clock): SignerKeys {
  const key = config.importFirebaseSigner && Buffer.from(config.importFirebaseSigner.reveal(), 'base64');
  return new SignerKeys(stores.signerKeys, derive, key, clock);
}

export function createBaseWithoutKeys(config: Config, stores: Stores, log: Log) {
  const clock = stores.clock;
  // Only the server follows the notifications. A command only changes the database, which notifies the instances.
  const revocations = new Revocations(stores.sessions, stores.organizationRevocations, stores.listen, clock, log);
  const liveSessions = new LiveSessions(stores, revocations, config.sessionIdleTtlS, clock);
  const userFields = openUserFields(config.userFields);
  const readTemplate = () => readClaimsTemplate(config.tokenClaims, () => userFields.load());
  const tokenClaims = new TokenClaims(readTemplate, stores.userClaims, clock, log);
  return {
    config,
    stores,
    log,
    clock,
    revocations,
    liveSessions,
    userFields,
    telNumbers: new TelNumbers(config.sms),
    tokenClaims,
    claimChanges: new ClaimChanges(tokenClaims, liveSessions),
    outbox: new Outbox(clock, config.rateLimits.MAIL_ADDRESS),
  };
}

/** Each kind of encrypted value has its own key, so that a value cannot be used as another kind. */
export function createEncryptions(secrets: Secrets) {
  return {
    signingKeys: createEncryption(secrets, 'signing keys'),
    derivationKey: createEncryption(secrets, 'derivation key'),
  };
}

/** Creates the base of a command and loads its key. @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function openBase(config: Config, stores: Stores, log: Log): Promise<Base> {
  const base = createBase(config, stores, log);
  await loadDerivationKey(base);
  return base;
}
