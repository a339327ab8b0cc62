import { existsSync } from 'node:fs';
import type { OAuthClient } from '../accounts/applications/oauth-client';
import { type LoadedHashEngine, loadHashEngine } from '../accounts/passwords/hash-engine';
import { createPasswordHasher } from '../accounts/passwords/password-hasher';
import { type KeyState, type SigningKey, statesOf } from '../accounts/tokens/signing-key';
import { createEncryptions } from '../compose/base';
import type { Config } from '../compose/config';
import { createSmtpMailer } from '../compose/messages';
import type { Stores } from '../compose/stores';
import type { SecretRotation } from '../features/admin-installation/secret-rotation';
import { findExposed } from '../platform/db/data-dir';
import { DerivationKey } from '../platform/encryption/derivation-key';
import { WrongSecretError } from '../platform/encryption/encryption';
import type { Clock } from '../platform/runtime/clock';
import { say } from '../platform/runtime/sentence';
import { WebhookAddresses } from '../platform/webhooks/webhook-address';
import { WebhookSender } from '../platform/webhooks/webhook-sender';
import { ArrivalProbe } from './arrival-probe';
import { checkBreachedPasswords } from './breached-passwords-check';
import { checkChallengeSite } from './challenge-check';
import { type CheckResult, type Finding, failure, messageOf, ok, skipped, warning } from './check-result';
import { checkClock, checkInstances, listInstances } from './clock-check';
import { checkCommonPasswords } from './common-passwords-check';
import { checkDatabaseServers } from './database-servers-check';
import { checkHook } from './hook-check';
import { checkLegacy } from './legacy-check';
import { checkMailServer, checkMailTemplates, checkSender, checkWaitingMails, type ResolveDomain } from './mail-check';
import { checkPooler } from './pooler-check';
import { checkProxies, checkPublicUrl } from './public-url-check';
import { checkReadServers } from './read-servers-check';
import { checkRedis } from './redis-check';
import { checkSettings } from './settings-check';
import { checkSms } from './sms-check';
import { checkWebhooks, connectsWithinMs } from './webhooks-check';

export interface DoctorInput {
  config: Config;
  clock: Clock;
  /** The state of the data folder before anything opens the folder, because opening restricts the permissions. */
  dataFolder: CheckResult;
  /** The open database, or the reason why it cannot be opened. */
  database: OpenedDatabase | CheckResult;
  /** Answers questions about the domain of MAIL_FROM. By default the DNS servers of this machine. */
  resolver?: ResolveDomain;
}

interface OpenedDatabase {
  stores: Stores;
  rotation: SecretRotation;
}

const dayMs = 86_400_000;
const oldKeyDays = 365;
const oldSecretDays = 365;

const databaseIsNeeded = say`this check needs the database`;

/** The checks in their order, without the one of password hashing, which would use all cores of a server. */
export const serverChecks = [
  'settings',
  'data folder',
  'database',
  'servers',
  'read servers',
  'pooler',
  'clock',
  'instances',
  'secret',
  'signing keys',
  'clients',
  'public URL',
  'proxies',
  'Redis',
  'mail server',
  'mail sender',
  'templates',
  'mails',
  'text messages',
  'passwords',
  'registration hook',
  'challenge site',
  'webhooks',
  'old service',
] as const;

/** The length of the longest name of a check. */
export const longestName = Math.max(...serverChecks.map((check) => check.length));

/**
 * Checks an installation part by part. The checks change no account, session or key, and the audit does not record them.
 */
export async function* examine(input: DoctorInput, { hashing }: { hashing: boolean }): AsyncGenerator<Finding> {
  const { config, clock } = input;
  yield* named('settings', checkSettings(config));
  yield* named('data folder', [input.dataFolder]);

  const opened = 'stores' in input.database ? input.database : null;
  const database = 'verdict' in input.database ? input.database : await checkDatabase(input.database.stores);
  yield* named('database', [database]);
  yield* named('servers', [
    opened ? checkDatabaseServers(await opened.stores.databaseServers()) : skipped(databaseIsNeeded),
  ]);
  const live = database.verdict === 'failure' ? null : opened;
  yield* named('read servers', live ? await checkReadServers(live.stores) : [skipped(databaseIsNeeded)]);
  // A pooler can be the reason why the database check failed.
  yield* named('pooler', [
    opened ? await checkPooler(opened.stores.databasePaths, live !== null) : skipped(databaseIsNeeded),
  ]);
  const instances = live && (await listInstances(config, live.stores));
  yield* named('clock', live ? await checkClock(live.stores, instances ?? []) : [skipped(databaseIsNeeded)]);
  yield* named('instances', [live ? checkInstances(instances) : skipped(databaseIsNeeded)]);
  yield* named('secret', [live ? await checkSecret(config, live.rotation) : skipped(databaseIsNeeded)]);

  const keys = live && statesOf(await live.stores.signingKeys.list(), clock());
  yield* named('signing keys', [keys ? checkKeys(keys, clock()) : skipped(databaseIsNeeded)]);

  yield* named('clients', [
    live ? checkClients(await live.stores.oauthClients.list(), clock()) : skipped(databaseIsNeeded),
  ]);

  const signingKid = keys?.find(({ state }) => state === 'signing')?.key.kid ?? null;
  const publicUrl = await checkPublicUrl(config.publicUrl, signingKid);
  yield* named('public URL', [publicUrl]);
  yield* named('proxies', [await checkArrival(input, live?.stores ?? null, publicUrl)]);
  yield* named('Redis', [await checkRedis(config)]);
  yield* named('mail server', [await checkMailServer(config, createSmtpMailer(config))]);
  yield* named('mail sender', [await checkSender(config, input.resolver)]);
  yield* named('templates', checkMailTemplates(config));
  yield* named('mails', [live ? await checkWaitingMails(live.stores.messages, clock()) : skipped(databaseIsNeeded)]);
  yield* named('text messages', [
    live ? await checkSms(config, live.stores.telCounts, clock()) : skipped(databaseIsNeeded),
  ]);
  yield* named('passwords', [
    checkCommonPasswords(config.commonPasswords),
    await checkBreachedPasswords(config.breachedPasswords),
  ]);
  yield* named('registration hook', await checkHook(config, clock));
  yield* named('challenge site', [await checkChallengeSite(config)]);
  const sender = new WebhookSender(new WebhookAddresses(config.webhookNetworks), connectsWithinMs);
  yield* named('webhooks', live ? await checkWebhooks(live.stores, sender, clock()) : [skipped(databaseIsNeeded)]);
  yield* named('old service', await checkLegacy(config, live?.stores.legacyAccounts ?? null));
  if (hashing) yield* named('hashing', [await checkHashing(config)]);
}

export function checkDataFolder({ database }: Pick<Config, 'database'>): CheckResult {
  if (database.kind !== 'embedded') return skipped(say`there is no data folder, because the database is PostgreSQL`);
  if (!existsSync(database.dataDir)) return skipped(say`there is no data folder yet: the first start creates it`);
  try {
    const { dataDir } = database;
    const { folder, files } = findExposed(dataDir);
    const [first] = files;
    const advice = say`Run: chmod 700 ${dataDir}. The next start of the server does the same`;
    if (folder && first !== undefined) {
      return warning(
        say`other users of this machine may be able to read the secret and the password hashes: the mode of the folder, and of ${first}, lets them. ${advice}`,
      );
    }
    if (folder) {
      return warning(
        say`the mode of the folder lets other users of this machine open it. They can read no file of Gatehouse in it. ${advice}`,
      );
    }
    return first === undefined
      ? ok(say`only its owner can read the folder and its files`)
      : warning(
          say`the mode of ${first} lets other users read or change it. They cannot do so now, because only the owner can open the folder. The next start of the server corrects the modes in the folder (${files.length})`,
        );
  } catch (error) {
    return failure(messageOf(error));
  }
}

function named(check: (typeof serverChecks)[number] | 'hashing', results: readonly CheckResult[]): Finding[] {
  return results.map(({ verdict, says, sentence }) => ({ check, verdict, says, sentence }));
}

async function checkDatabase(stores: Stores): Promise<CheckResult> {
  try {
    const startedAt = performance.now();
    const version = await stores.version();
    const ms = performance.now() - startedAt;
    const pending = await stores.pendingMigrations();
    if (pending.length > 0)
      return failure(say`the database is not migrated. Pending migrations: ${pending.length}. Run: gatehouse migrate`);
    await stores.ping();
    const time = ms.toFixed(0);
    return stores.isThroughServer
      ? ok(say`PostgreSQL ${version} is migrated and writable, and answered through the running server in ${time} ms`)
      : ok(say`PostgreSQL ${version} is migrated and writable, and answered in ${time} ms`);
  } catch (error) {
    return failure(messageOf(error));
  }
}

async function checkSecret(config: Config, rotation: SecretRotation): Promise<CheckResult> {
  try {
    const { total, outdated } = await rotation.state();
    if (outdated > 0) {
      return warning(
        say`${outdated} of ${total} keys are encrypted with the previous secret. Run: gatehouse secret rotate`,
      );
    }
    if (config.previousSecret)
      return warning(say`no key is encrypted with the previous secret. Remove GATEHOUSE_SECRET_PREVIOUS`);
    return ok(say`the secret is strong, and decrypts the ${total} keys in the database`);
  } catch (error) {
    return failure(messageOf(error));
  }
}

function checkKeys(keys: readonly { key: SigningKey; state: KeyState }[], now: Date): CheckResult {
  const [signing] = keys
    .filter(({ state }) => state === 'signing')
    .sort((a, b) => a.key.signsFromTs.getTime() - b.key.signsFromTs.getTime());
  if (!signing) return warning(say`there is no signing key: the first start creates it`);
  const days = (now.getTime() - signing.key.signsFromTs.getTime()) / dayMs;
  const pending = keys.filter(({ state }) => state === 'pending').length;
  const verifying = keys.filter(({ state }) => state === 'verifying').length;
  const says = say`the key ${signing.key.kid} has been signing for ${days.toFixed(1)} days. Pending keys: ${pending}, keys only for verification: ${verifying}`;
  return days > oldKeyDays
    ? warning(say`${says}. Run: gatehouse keys rotate --alg ${signing.key.publicJwk.alg}`)
    : ok(says);
}

function checkClients(clients: readonly OAuthClient[], now: Date): CheckResult {
  if (clients.length === 0) return skipped(say`there is no OAuth client`);
  const old = clients.filter(
    ({ secretTs }) => secretTs && (now.getTime() - secretTs.getTime()) / dayMs > oldSecretDays,
  );
  const says = say`OAuth clients: ${clients.length}, with a secret older than ${oldSecretDays} days: ${old.length}`;
  const [first] = old;
  return first ? warning(say`${says}. Run: gatehouse clients rotate-secret ${first.id}`) : ok(says);
}

async function checkArrival(
  { config, clock }: DoctorInput,
  stores: Stores | null,
  publicUrl: CheckResult,
): Promise<CheckResult> {
  if (!stores) return skipped(databaseIsNeeded);
  if (publicUrl.verdict !== 'ok') return skipped(say`this check needs a server at the public URL`);
  try {
    const key = new DerivationKey(stores.derivationKeys, createEncryptions(stores.secrets).derivationKey, clock);
    await key.load();
    return await checkProxies(config.publicUrl, config.trustProxy, new ArrivalProbe(key.derive, clock));
  } catch (error) {
    // The check of the secret says what is wrong.
    if (error instanceof WrongSecretError) return skipped(say`this check needs the secret of the database`);
    return failure(messageOf(error));
  }
}

async function checkHashing(config: Config): Promise<CheckResult> {
  let loaded: LoadedHashEngine;
  try {
    loaded = await loadHashEngine(config.hashEngine);
  } catch (error) {
    return failure(messageOf(error));
  }
  const { engine, passedOver } = loaded;
  const { speed } = await createPasswordHasher(loaded, config.hashConcurrency);
  const rate = `${speed.hashesPerSecond.toFixed(0)} hashes per second on ${speed.cores} cores, ${speed.msPerHash.toFixed(1)} ms each, with ${engine.name}`;
  return passedOver ? warning(`${rate}. ${passedOver}`) : ok(rate);
}
