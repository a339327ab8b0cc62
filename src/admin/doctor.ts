import { existsSync } from 'node:fs';
import { affordableWithin } from '../auth/hashing-budget';
import { createPasswordHasher } from '../auth/password';
import type { Clock } from '../clock';
import type { Config } from '../config';
import { findExposed } from '../db/data-dir';
import { pingRedis } from '../db/redis';
import { type KeyState, type SigningKey, statesOf } from '../signing-keys/signing-key';
import type { Stores } from '../stores';
import { type Finding, failure, ok, type Said, sayingOf, skipped, warning } from './finding';
import { checkProxies, checkPublicUrl } from './public-url-check';
import type { SecretRotation } from './secret-rotation';
import { checkSettings } from './settings-check';

/** An installation to be examined. */
export interface Patient {
  config: Config;
  clock: Clock;
  /** As it was before anything opened it, which restricts it. */
  dataFolder: Said;
  /** Or why it cannot be looked into from here. */
  database: OpenedDatabase | Said;
}

interface OpenedDatabase {
  stores: Stores;
  rotation: SecretRotation;
}

/** Milliseconds. What is signed with one clock is checked with others. */
const clockDifference = { warning: 1000, failure: 30_000 } as const;
const dayMs = 86_400_000;
const oldKeyDays = 365;
/** Milliseconds that a login may take up a core for its hash. */
const hashBudgets = [100, 250, 500] as const;

const databaseIsNeeded = 'the database is needed for it';

/** Examines an installation part by part; what it asks of the database and of the instances changes nothing of theirs. */
export async function* examine(patient: Patient, { hashing }: { hashing: boolean }): AsyncGenerator<Finding> {
  const { config, clock } = patient;
  yield* named('settings', checkSettings(config));
  yield* named('data folder', [patient.dataFolder]);

  const opened = 'stores' in patient.database ? patient.database : null;
  const database = 'verdict' in patient.database ? patient.database : await checkDatabase(patient.database.stores);
  yield* named('database', [database]);
  const live = database.verdict === 'failure' ? null : opened;
  yield* named('clock', [live ? await checkClock(live.stores, clock) : skipped(databaseIsNeeded)]);
  yield* named('secret', [live ? await checkSecret(config, live.rotation) : skipped(databaseIsNeeded)]);

  const keys = live && statesOf(await live.stores.signingKeys.list(), clock());
  yield* named('signing keys', [keys ? checkKeys(keys, clock()) : skipped(databaseIsNeeded)]);

  const signingKid = keys?.find(({ state }) => state === 'signing')?.key.kid ?? null;
  const publicUrl = await checkPublicUrl(config.publicUrl, signingKid);
  yield* named('public URL', [publicUrl]);
  yield* named('proxies', [await checkArrival(config, live?.stores ?? null, publicUrl)]);
  yield* named('Redis', [await checkRedis(config)]);
  if (hashing) yield* named('hashing', await checkHashing(config));
}

/** Who may read the embedded database. */
export function checkDataFolder({ database }: Pick<Config, 'database'>): Said {
  if (database.kind !== 'embedded') return skipped('the database is not an embedded one');
  if (!existsSync(database.dataDir)) return skipped('there is none yet: the first start makes it');
  try {
    const { folder, files } = findExposed(database.dataDir);
    if (folder) {
      return warning(
        `other users of this machine could read it, with the secret and the password hashes; any start or command closes it to them`,
      );
    }
    const [first] = files;
    return first === undefined
      ? ok('it and its files are for one user alone')
      : warning(
          `files with a mode for other users: ${files.length}, such as ${first}; any start or command mends that`,
        );
  } catch (error) {
    return failure(sayingOf(error));
  }
}

function named(check: string, said: readonly Said[]): Finding[] {
  return said.map(({ verdict, says }) => ({ check, verdict, says }));
}

async function checkDatabase(stores: Stores): Promise<Said> {
  try {
    const askedAt = performance.now();
    const { version } = await stores.about();
    const ms = performance.now() - askedAt;
    const pending = await stores.pendingMigrations();
    if (pending.length > 0) return failure(`not migrated, ${pending.length} are pending: gatehouse migrate does it`);
    await stores.ping();
    return ok(`PostgreSQL ${version}, migrated, takes writes, connected and answered in ${ms.toFixed(0)} ms`);
  } catch (error) {
    return failure(sayingOf(error));
  }
}

async function checkClock(stores: Stores, clock: Clock): Promise<Said> {
  const askedAt = clock().getTime();
  // Asked again: the first answer took the time of connecting, too.
  const { now } = await stores.about();
  const differenceMs = Math.round(now.getTime() - (askedAt + clock().getTime()) / 2);
  const by = `${Math.abs(differenceMs / 1000).toFixed(3)} s ${differenceMs < 0 ? 'behind' : 'ahead of'} this machine's`;
  const says = `the database's is ${by}`;
  if (Math.abs(differenceMs) >= clockDifference.failure) {
    return failure(`${says}: let both follow a time server, or tokens and sessions end too early or too late`);
  }
  return Math.abs(differenceMs) >= clockDifference.warning
    ? warning(`${says}: let both follow a time server`)
    : ok(says);
}

async function checkSecret(config: Config, rotation: SecretRotation): Promise<Said> {
  try {
    const { total, outdated } = await rotation.state();
    if (outdated > 0) {
      return warning(`${outdated} of ${total} keys are sealed with the one before: gatehouse secret rotate`);
    }
    if (config.previousSecret)
      return warning('nothing is sealed with the one before: remove GATEHOUSE_SECRET_PREVIOUS');
    return ok(`it is strong, and what the ${total} keys in the database are sealed with`);
  } catch (error) {
    return failure(sayingOf(error));
  }
}

function checkKeys(keys: readonly { key: SigningKey; state: KeyState }[], now: Date): Said {
  const signing = keys.find(({ state }) => state === 'signing');
  if (!signing) return warning('there is none: the first start makes it');
  const days = (now.getTime() - signing.key.signsFromTs.getTime()) / dayMs;
  const waiting = keys.filter(({ state }) => state === 'waiting').length;
  const verifying = keys.filter(({ state }) => state === 'verifying').length;
  const says = `${signing.key.kid} signs since ${days.toFixed(1)} days; ${waiting} wait, ${verifying} only verify`;
  return days > oldKeyDays ? warning(`${says}: gatehouse keys rotate`) : ok(says);
}

async function checkArrival(config: Config, stores: Stores | null, publicUrl: Said): Promise<Said> {
  if (!stores) return skipped(databaseIsNeeded);
  if (publicUrl.verdict !== 'ok') return skipped('the public URL is needed for it');
  try {
    return await checkProxies(config.publicUrl, config.trustProxy, stores.audit);
  } catch (error) {
    return failure(sayingOf(error));
  }
}

async function checkRedis({ redisUrl }: Config): Promise<Said> {
  if (!redisUrl) return skipped('REDIS_URL is not set: the limits are counted in the database');
  try {
    return ok(`it answers in ${(await pingRedis(redisUrl.reveal())).toFixed(1)} ms`);
  } catch (error) {
    return failure(`it does not answer, so each instance counts the limits for itself: ${sayingOf(error)}`);
  }
}

async function checkHashing(config: Config): Promise<Said[]> {
  const { binary, passedOver, speed } = await createPasswordHasher(config.hashConcurrency);
  const { hashesPerSecond, concurrency } = speed;
  const rate = `${hashesPerSecond.toFixed(0)} a second on ${concurrency} cores, ${speed.msPerHash.toFixed(1)} ms each, ${binary} binary`;
  const said: Said[] = [passedOver ? warning(`${rate}; the tuned one is passed over: ${passedOver}`) : ok(rate)];
  for (const budgetMs of hashBudgets) {
    const affordable = await affordableWithin(budgetMs);
    if (!affordable) {
      said.push(warning(`within ${budgetMs} ms: not even the least that is safe`));
      continue;
    }
    const { parameters, ms } = affordable;
    const { memoryCost, timeCost, parallelism } = parameters;
    const mebibytes = Math.round(memoryCost / 1024);
    said.push(
      ok(
        `within ${budgetMs} ms: m=${memoryCost} (${mebibytes} MiB), t=${timeCost}, p=${parallelism} in ${ms.toFixed(0)} ms`,
      ),
    );
  }
  return said;
}
