import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { AuditAction } from '../../platform/audit/action-table';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Listen, Listening, Notify } from '../../platform/db/cluster/notifications';
import type { Transact } from '../../platform/db/database';
import { type Encryption, WrongSecretError } from '../../platform/encryption/encryption';
import { AppError } from '../../platform/errors/app-error';
import type { Log } from '../../platform/observability/log';
import type { Clock } from '../../platform/runtime/clock';
import { type KeyState, keysChannel, type PublicJwk, type SigningKey, statesOf } from './signing-key';
import type { SigningKeyStore } from './signing-key.store';

export interface KeyRingSettings {
  /** How many seconds verifiers may cache the key set. A new key is published for longer than this before it signs. */
  cacheLifetimeS: number;
}

export interface ListedKey {
  kid: string;
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

interface LoadedKey {
  key: SigningKey;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** The signing keys, kept in memory as KeyObjects: a KeyObject signs sixteen times as fast as a PEM string. */
export class KeyRing {
  /** The keys by generation, newest first. Null before `load`. */
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
   * Loads the keys, and creates the first key if the database has none. Several processes may do this at the same time.
   * All of them then use the key that was stored.
   * @throws WrongSecretError if the secrets do not decrypt a key; AppError `SERVICE_UNAVAILABLE`
   */
  async load(): Promise<void> {
    let keys = await this.stores.signingKeys.list();
    if (keys.length === 0) {
      await this.insert(await this.makeKey(1, this.clock()));
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

  /** @throws AppError `SERVICE_UNAVAILABLE` before `load` */
  signingKey(): { kid: string; privateKey: KeyObject } {
    const signing = this.inState('signing')[0];
    if (!signing) throw new AppError('SERVICE_UNAVAILABLE');
    return { kid: signing.key.kid, privateKey: signing.privateKey };
  }

  /**
   * Returns null if there is no such key, or if the key is expired or revoked.
   * @throws AppError `SERVICE_UNAVAILABLE` before `load`
   */
  publicKey(kid: string): KeyObject | null {
    return this.inState('pending', 'signing', 'verifying').find(({ key }) => key.kid === kid)?.publicKey ?? null;
  }

  /** Returns the JWK set (RFC 7517, section 5). @throws AppError `SERVICE_UNAVAILABLE` before `load` */
  publicKeySet(): { keys: PublicJwk[]; cacheLifetimeS: number } {
    const published = this.inState('pending', 'signing', 'verifying');
    return { keys: published.map(({ key }) => key.publicJwk), cacheLifetimeS: this.settings.cacheLifetimeS };
  }

  list(): ListedKey[] {
    return this.states().map(({ key, state }) => ({
      kid: key.kid,
      state,
      createdTs: key.createdTs,
      signsFromTs: key.signsFromTs,
      retiredTs: key.retiredTs,
    }));
  }

  /**
   * Adds a key. The key signs when every verifier can have fetched it, or immediately if the old key is no longer
   * trusted. Returns null if another process added a key at the same time.
   */
  async rotate(options: { atOnce: boolean }): Promise<ListedKey | null> {
    const newest = this.require()[0]?.key.generation ?? 0;
    const now = this.clock().getTime();
    const publishedForS = options.atOnce ? 0 : this.settings.cacheLifetimeS + reloadEveryS;
    const key = await this.makeKey(newest + 1, new Date(now + publishedForS * 1000));
    const added = await this.insert(key);
    await this.load();
    return added ? (this.list().find(({ kid }) => kid === key.kid) ?? null) : null;
  }

  /** Revokes a key. The signing key cannot be revoked: another key must sign first. */
  async revoke(kid: string): Promise<'revoked' | 'unknown' | 'signing'> {
    const state = this.list().find((key) => key.kid === kid)?.state;
    if (state === undefined || state === 'revoked') return 'unknown';
    if (state === 'signing') return 'signing';
    const at = this.clock();
    await this.change('key_retired', kid, at, (keys) => keys.revoke(kid, at));
    await this.load();
    return 'revoked';
  }

  private insert(key: SigningKey): Promise<boolean> {
    return this.change('key_added', key.kid, key.createdTs, (keys) => keys.insert(key));
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

  private async makeKey(generation: number, signsFromTs: Date): Promise<SigningKey> {
    const { publicKey, privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    if (!x || !y) throw new Error('an EC key without coordinates');
    const kid = thumbprint(x, y);
    // The command `gatehouse keys retire` would read such a kid as an option.
    if (kid.startsWith('-')) return this.makeKey(generation, signsFromTs);
    const der = privateKey.export({ format: 'der', type: 'pkcs8' });
    return {
      kid,
      generation,
      publicJwk: { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' },
      sealedPrivateKey: this.encryption.encrypt(der, kid),
      createdTs: this.clock(),
      signsFromTs,
      retiredTs: null,
    };
  }
}

/** Returns the thumbprint of a key (RFC 7638): SHA-256 of the required members in lexicographic order, in base64url. */
function thumbprint(x: string, y: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url');
}
