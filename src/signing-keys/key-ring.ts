import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { deed } from '../audit/audit-event';
import type { Clock } from '../clock';
import type { Listen, Listening } from '../db/notifications';
import { AppError } from '../errors';
import type { Log } from '../log';
import { type Seal, WrongSecretError } from '../secrets/seal';
import { type KeyState, keysChannel, type PublicJwk, type SigningKey, statesOf } from './signing-key';
import type { SigningKeyStore } from './signing-key.store';

export interface KeyRingSettings {
  /** How long verifiers may keep the key set; a new key is published this long, and more, before it signs. */
  cacheLifetimeS: number;
}

export interface ListedKey {
  kid: string;
  state: KeyState;
  createdTs: Date;
  signsFromTs: Date;
  retiredTs: Date | null;
}

/** Seconds after which an instance reads the keys again, also if nobody told it to. */
const reloadEveryS = 10;

interface LoadedKey {
  key: SigningKey;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** The signing keys in memory, built once: a KeyObject signs sixteen times as fast as a PEM string. */
export class KeyRing {
  /** By generation, the newest first; null before `load`. */
  private loaded: readonly LoadedKey[] | null = null;
  private listening: Listening | null = null;
  private reloading: NodeJS.Timeout | null = null;

  constructor(
    private readonly store: SigningKeyStore,
    private readonly seal: Seal,
    private readonly settings: KeyRingSettings,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Loads the keys and, in an empty store, makes the first: several processes may do so at once, and all end with the
   * one that was stored.
   * @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` while the database is away
   */
  async load(): Promise<void> {
    let keys = await this.store.list();
    if (keys.length === 0) {
      await this.insert(await this.makeKey(1, this.clock()));
      keys = await this.store.list();
    }
    const known = new Map((this.loaded ?? []).map((one) => [one.key.kid, one]));
    this.loaded = keys.map((key) => {
      const { privateKey, publicKey } = known.get(key.kid) ?? this.open(key);
      return { key, privateKey, publicKey };
    });
  }

  /** Loads the keys again whenever they change. */
  follow(listen: Listen): void {
    const reload = () => this.load().catch((error: unknown) => this.log.error({ err: error }, 'keys not reloaded'));
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

  /** Null for a key that is not, or no longer, believed. @throws AppError `SERVICE_UNAVAILABLE` before `load` */
  publicKey(kid: string): KeyObject | null {
    // Of a kid there is one key, and there are few: no map is kept in step.
    return this.inState('waiting', 'signing', 'verifying').find(({ key }) => key.kid === kid)?.publicKey ?? null;
  }

  /** The JWK set (RFC 7517, section 5). @throws AppError `SERVICE_UNAVAILABLE` before `load` */
  publicKeySet(): { keys: PublicJwk[]; cacheLifetimeS: number } {
    const published = this.inState('waiting', 'signing', 'verifying');
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
   * Adds a key that signs once every verifier can have fetched it, or at once if the old one is not to be trusted.
   * Null if another process added one at the same moment.
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

  /** Takes a key back. The one that signs cannot be: another must sign first. */
  async retire(kid: string): Promise<'retired' | 'unknown' | 'signing'> {
    const state = this.list().find((key) => key.kid === kid)?.state;
    if (state === undefined || state === 'retired') return 'unknown';
    if (state === 'signing') return 'signing';
    const at = this.clock();
    await this.store.retire(kid, at, deed('key_retired', at, null, { details: { kid } }));
    await this.load();
    return 'retired';
  }

  private insert(key: SigningKey): Promise<boolean> {
    return this.store.insert(key, deed('key_added', key.createdTs, null, { details: { kid: key.kid } }));
  }

  private inState(...states: KeyState[]): LoadedKey[] {
    const current = this.states();
    return this.require().filter((_, i) => states.includes(current[i]?.state ?? 'retired'));
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
    const der = this.seal.open(key.sealedPrivateKey, key.kid);
    if (!der) throw new WrongSecretError();
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    return { privateKey, publicKey: createPublicKey({ key: { ...key.publicJwk }, format: 'jwk' }) };
  }

  private async makeKey(generation: number, signsFromTs: Date): Promise<SigningKey> {
    const { publicKey, privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    if (!x || !y) throw new Error('an EC key without coordinates');
    const kid = thumbprint(x, y);
    // `gatehouse keys retire` would take it for an option.
    if (kid.startsWith('-')) return this.makeKey(generation, signsFromTs);
    const der = privateKey.export({ format: 'der', type: 'pkcs8' });
    return {
      kid,
      generation,
      publicJwk: { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' },
      sealedPrivateKey: this.seal.close(der, kid),
      createdTs: this.clock(),
      signsFromTs,
      retiredTs: null,
    };
  }
}

/** RFC 7638: SHA-256 over the required members in lexicographic order, base64url. */
function thumbprint(x: string, y: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url');
}
