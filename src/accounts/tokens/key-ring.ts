import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { AuditAction } from '../../platform/audit/action';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Listen, Listening, Notify } from '../../platform/db/cluster/notifications';
import type { Transact } from '../../platform/db/database';
import { type Encryption, WrongSecretError } from '../../platform/encryption/encryption';
import { AppError } from '../../platform/errors/app-error';
import type { Log } from '../../platform/observability/log';
import type { Clock } from '../../platform/runtime/clock';
import { type KeyAlg, type KeyState, keysChannel, type PublicJwk, type SigningKey, statesOf } from './signing-key';
import type { SigningKeyStore } from './signing-key.store';
import { keyActions } from './tokens.audit';

interface KeyRingSettings {
  /** How many seconds verifiers may cache the key set. A new key is published for longer than this before it signs. */
  cacheLifetimeS: number;
}

export interface ListedKey {
  kid: string;
  alg: KeyAlg;
  state: KeyState;
  createdTs: Date;
  signsFromTs: Date;
  retiredTs: Date | null;
}

export interface KeyStores {
  signingKeys: SigningKeyStore;
  transaction: Transact<{ signingKeys: SigningKeyStore; audit: Pick<AuditStore, 'insert'>; notify: Notify }>;
}

/** How often an instance reads the keys even without a notification, in seconds. */
const reloadEveryS = 10;

export interface UsableKey {
  kid: string;
  privateKey: KeyObject;
}

interface LoadedKey {
  key: SigningKey;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** The signing keys, kept in memory as KeyObjects: a KeyObject signs sixteen times as fast as a PEM string. */
export class KeyRing {
  /** The keys in the order of `SigningKeyStore.list`. Null before `load`. */
  private loaded: readonly LoadedKey[] | null = null;
  private listening: Listening | null = null;
  private reloading: NodeJS.Timeout | null = null;

  constructor(
    private readonly stores: KeyStores,
    private readonly encryption: Encryption,
    private readonly settings: KeyRingSettings,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @throws WrongSecretError if the secrets do not decrypt a stored key; AppError `SERVICE_UNAVAILABLE` */
  async checkSecret(): Promise<void> {
    for (const key of await this.stores.signingKeys.list()) this.open(key);
  }

  /**
   * Loads the keys, and creates the first ES256 key if the database has none. Several processes may do this at the same
   * time. All of them then use the key that was stored.
   * @throws WrongSecretError if the secrets do not decrypt a key; AppError `SERVICE_UNAVAILABLE`
   */
  async load(): Promise<void> {
    let keys = await this.stores.signingKeys.list();
    if (!keys.some(isOf('ES256'))) {
      await this.insert(await this.makeKey('ES256', 1, this.clock()));
      keys = await this.stores.signingKeys.list();
    }
    const known = new Map((this.loaded ?? []).map((one) => [one.key.kid, one]));
    this.loaded = keys.map((key) => {
      const { privateKey, publicKey } = known.get(key.kid) ?? this.open(key);
      return { key, privateKey, publicKey };
    });
  }

  /** Loads the keys again when a notification arrives, and every ten seconds. */
  follow(listen: Listen): void {
    const reload = () =>
      this.load().catch((error: unknown) =>
        this.log.error({ err: error }, 'the signing keys could not be reloaded: the known keys stay in use'),
      );
    this.listening = listen(keysChannel, {
      catchUp: reload,
      onUp: () => {},
      onDown: () => {},
      onMessage: () => void reload(),
    });
    this.reloading = setInterval(reload, reloadEveryS * 1000).unref();
  }

  async close(): Promise<void> {
    if (this.reloading) clearInterval(this.reloading);
    await this.listening?.close();
  }

  /** @throws AppError `SERVICE_UNAVAILABLE` before `load`, or if no key of the algorithm signs (`ensureSigningKey`) */
  signingKey(alg: KeyAlg = 'ES256'): UsableKey {
    const signing = this.findSigningKey(alg);
    if (!signing) throw new AppError('SERVICE_UNAVAILABLE');
    return signing;
  }

  /**
   * Returns the key that signs with the algorithm, and creates the first one if the database has none. Most installations
   * need no RS256 key, so a start creates none. As with `load`, several processes use the same key.
   * @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE`
   */
  async ensureSigningKey(alg: KeyAlg): Promise<UsableKey> {
    const known = this.findSigningKey(alg);
    if (known) return known;
    // Another process may have created it a moment ago.
    await this.load();
    if (!this.require().some(({ key }) => isOf(alg)(key))) {
      await this.insert(await this.makeKey(alg, 1, this.clock()));
      await this.load();
    }
    return this.signingKey(alg);
  }

  /**
   * Returns null if there is no such key of the algorithm, or if the key is expired or revoked.
   * @throws AppError `SERVICE_UNAVAILABLE` before `load`
   */
  publicKey(kid: string, alg: KeyAlg = 'ES256'): KeyObject | null {
    const found = this.inState('pending', 'signing', 'verifying').find(({ key }) => key.kid === kid);
    return found && isOf(alg)(found.key) ? found.publicKey : null;
  }

  /** Returns the JWK set (RFC 7517, section 5). @throws AppError `SERVICE_UNAVAILABLE` before `load` */
  publicKeySet(): { keys: PublicJwk[]; cacheLifetimeS: number } {
    const published = this.inState('pending', 'signing', 'verifying');
    return { keys: published.map(({ key }) => key.publicJwk), cacheLifetimeS: this.settings.cacheLifetimeS };
  }

  list(): ListedKey[] {
    return this.states().map(({ key, state }) => ({
      kid: key.kid,
      alg: key.publicJwk.alg,
      state,
      createdTs: key.createdTs,
      signsFromTs: key.signsFromTs,
      retiredTs: key.retiredTs,
    }));
  }

  /**
   * Adds a key. The key signs when every verifier can have fetched it, or immediately if the old key is no longer
   * trusted or if there is none. Returns null if another process added a key at the same time.
   */
  async rotate({ alg = 'ES256', atOnce }: { alg?: KeyAlg; atOnce: boolean }): Promise<ListedKey | null> {
    const newest = this.require().find(({ key }) => isOf(alg)(key));
    const now = this.clock().getTime();
    const publishedForS = atOnce || !newest ? 0 : this.settings.cacheLifetimeS + reloadEveryS;
    const number = Math.abs(newest?.key.generation ?? 0) + 1;
    const key = await this.makeKey(alg, number, new Date(now + publishedForS * 1000));
    const added = await this.insert(key);
    await this.load();
    return added ? (this.list().find(({ kid }) => kid === key.kid) ?? null) : null;
  }

  /** Revokes a key. A signing key cannot be revoked: another key of its algorithm must sign first. */
  async revoke(kid: string): Promise<'revoked' | 'unknown' | 'signing'> {
    const state = this.list().find((key) => key.kid === kid)?.state;
    if (state === undefined || state === 'revoked') return 'unknown';
    if (state === 'signing') return 'signing';
    const at = this.clock();
    await this.change(keyActions.key_retired, kid, at, (keys) => keys.revoke(kid, at));
    await this.load();
    return 'revoked';
  }

  private insert(key: SigningKey): Promise<boolean> {
    return this.change(keyActions.key_added, key.kid, key.createdTs, (keys) => keys.insert(key));
  }

  /** Makes a change and records its event in one transaction, then notifies every instance. False without a change. */
  private change(
    action: AuditAction,
    kid: string,
    at: Date,
    change: (keys: SigningKeyStore) => Promise<boolean>,
  ): Promise<boolean> {
    return this.stores.transaction(null, async (tx) => {
      if (!(await change(tx.signingKeys))) return false;
      await tx.audit.insert([successEvent(action, at, null, { details: { kid } })]);
      await tx.notify(keysChannel, '');
      return true;
    });
  }

  private findSigningKey(alg: KeyAlg): UsableKey | null {
    const signing = this.inState('signing').find(({ key }) => isOf(alg)(key));
    return signing ? { kid: signing.key.kid, privateKey: signing.privateKey } : null;
  }

  private inState(...states: KeyState[]): LoadedKey[] {
    const current = this.states();
    return this.require().filter((_, i) => states.includes(current[i]?.state ?? 'revoked'));
  }

  private states() {
    const keys = this.require().map(({ key }) => key);
    return statesOf(keys, this.clock());
  }

  private require(): readonly LoadedKey[] {
    if (!this.loaded) throw new AppError('SERVICE_UNAVAILABLE', { cause: new Error('the keys are not loaded yet') });
    return this.loaded;
  }

  private open(key: SigningKey): { privateKey: KeyObject; publicKey: KeyObject } {
    const der = this.encryption.decrypt(key.sealedPrivateKey, key.kid);
    if (!der) throw new WrongSecretError();
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    return { privateKey, publicKey: createPublicKey({ key: { ...key.publicJwk }, format: 'jwk' }) };
  }

  /** `number` is 1 for the first key of the algorithm, 2 for the second one and so on. */
  private async makeKey(alg: KeyAlg, number: number, signsFromTs: Date): Promise<SigningKey> {
    const { jwk, privateKey } = alg === 'ES256' ? await makeEcKey() : await makeRsaKey();
    // The command `gatehouse keys retire` would read such a kid as an option.
    if (jwk.kid.startsWith('-')) return this.makeKey(alg, number, signsFromTs);
    const der = privateKey.export({ format: 'der', type: 'pkcs8' });
    return {
      kid: jwk.kid,
      generation: alg === 'ES256' ? number : -number,
      publicJwk: jwk,
      sealedPrivateKey: this.encryption.encrypt(der, jwk.kid),
      createdTs: this.clock(),
      signsFromTs,
      retiredTs: null,
    };
  }
}

const isOf =
  (alg: KeyAlg) =>
  (key: SigningKey): boolean =>
    key.publicJwk.alg === alg;

async function makeEcKey(): Promise<{ jwk: PublicJwk; privateKey: KeyObject }> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  if (!x || !y) throw new Error('an EC key without coordinates');
  const kid = thumbprint({ crv: 'P-256', kty: 'EC', x, y });
  return { jwk: { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' }, privateKey };
}

/** 2048 bits are the least that RFC 7518, section 3.3, allows, and what clients expect. */
async function makeRsaKey(): Promise<{ jwk: PublicJwk; privateKey: KeyObject }> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const { n, e } = publicKey.export({ format: 'jwk' });
  if (!n || !e) throw new Error('an RSA key without a modulus');
  const kid = thumbprint({ e, kty: 'RSA', n });
  return { jwk: { kty: 'RSA', n, e, kid, alg: 'RS256', use: 'sig' }, privateKey };
}

/** Returns the thumbprint of a key (RFC 7638): SHA-256 of the required members in lexicographic order, in base64url. */
const thumbprint = (members: Record<string, string>): string =>
  createHash('sha256').update(JSON.stringify(members)).digest('base64url');
