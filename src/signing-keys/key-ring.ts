import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Clock } from '../clock';
import { AppError } from '../errors';
import type { Seal } from './seal';
import type { PublicJwk, SigningKey } from './signing-key';
import type { SigningKeyStore } from './signing-key.store';

/** The stored keys do not open with this GATEHOUSE_SECRET: a setting to correct, not a fault that passes. */
export class WrongSecretError extends Error {
  override readonly name = 'WrongSecretError';
  constructor() {
    super('GATEHOUSE_SECRET is not the one that the signing keys in this database were sealed with');
  }
}

interface LoadedKeys {
  /** Of the key that signs. */
  kid: string;
  privateKey: KeyObject;
  publicKeys: ReadonlyMap<string, KeyObject>;
  publicJwks: PublicJwk[];
}

/** The signing keys in memory, built once: a KeyObject signs sixteen times as fast as a PEM string. */
export class KeyRing {
  private loaded: LoadedKeys | null = null;

  constructor(
    private readonly store: SigningKeyStore,
    private readonly seal: Seal,
    private readonly clock: Clock,
  ) {}

  /**
   * Loads the keys and, in an empty store, makes the first: several processes may do so at once, and all end with the
   * one that was stored.
   * @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` while the database is away
   */
  async load(): Promise<void> {
    let keys = await this.store.list();
    if (keys.length === 0) {
      await this.store.insert(await this.makeKey(1));
      keys = await this.store.list();
    }
    const newest = keys[0];
    if (!newest) throw new Error('the signing key that was just stored is not there');
    const der = this.seal.open(newest.sealedPrivateKey, newest.kid);
    if (!der) throw new WrongSecretError();
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const publicKeys = keys.map(
      ({ kid, publicJwk }) => [kid, createPublicKey({ key: { ...publicJwk }, format: 'jwk' })] as const,
    );
    this.loaded = {
      kid: newest.kid,
      privateKey,
      publicKeys: new Map(publicKeys),
      publicJwks: keys.map((key) => key.publicJwk),
    };
  }

  /** @throws AppError `SERVICE_UNAVAILABLE` before `load` */
  signingKey(): { kid: string; privateKey: KeyObject } {
    return this.require();
  }

  /** Null for a key that is not, or no longer, ours. @throws AppError `SERVICE_UNAVAILABLE` before `load` */
  publicKey(kid: string): KeyObject | null {
    return this.require().publicKeys.get(kid) ?? null;
  }

  /** The JWK set (RFC 7517, section 5). @throws AppError `SERVICE_UNAVAILABLE` before `load` */
  publicKeySet(): { keys: PublicJwk[] } {
    return { keys: this.require().publicJwks };
  }

  private require() {
    if (!this.loaded) throw new AppError('SERVICE_UNAVAILABLE');
    return this.loaded;
  }

  private async makeKey(generation: number): Promise<SigningKey> {
    const { publicKey, privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    if (!x || !y) throw new Error('an EC key without coordinates');
    const kid = thumbprint(x, y);
    const der = privateKey.export({ format: 'der', type: 'pkcs8' });
    return {
      kid,
      generation,
      publicJwk: { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' },
      sealedPrivateKey: this.seal.close(der, kid),
      createdTs: this.clock(),
    };
  }
}

/** RFC 7638: SHA-256 over the required members in lexicographic order, base64url. */
function thumbprint(x: string, y: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url');
}
