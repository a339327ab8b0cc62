import { createLocalJWKSet, type FlattenedJWSInput, type JSONWebKeySet, type JWSHeaderParameters } from 'jose';
import { cannotVerify } from './auth-error.js';

type LocalKeySet = ReturnType<typeof createLocalJWKSet>;

/** No document says one. Requests wait for it. */
const answersWithinMs = 3000;
/** No document says one. Between two requests that an unknown key or an error causes: a stranger can send any number of unknown keys. */
const coolDownMs = 10_000;
/** Seconds, if the answer does not say how long it can be kept (RFC 9111, section 4.2.2): the default of Gatehouse. */
const defaultMaxAgeS = 300;
/** No document says one. A key that was withdrawn is used no longer than this. */
const longestMaxAgeS = 86_400;

/**
 * The public keys of an issuer (RFC 7517). They are kept as long as `Cache-Control` says, and read again for an unknown
 * key. While they cannot be read, the keys of the last answer are used.
 */
export class KeySet {
  private keys: LocalKeySet | null = null;
  private kids: ReadonlySet<string> = new Set();
  private freshUntilMs = 0;
  private askedMs = 0;
  private failure: unknown = null;
  private reading: Promise<void> | null = null;

  constructor(
    private readonly url: string,
    private readonly fetch: typeof globalThis.fetch,
  ) {}

  /**
   * Returns the key of a token.
   * @throws AuthError 503 if the keys cannot be read and the key is unknown; JWKSNoMatchingKey if there is no such key
   */
  async find(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> {
    const isKnown = () => this.kids.has(header.kid ?? '');
    const now = Date.now();
    const isFresh = now < this.freshUntilMs;
    if (!isFresh || !isKnown()) {
      // A clock that was set back must not stop the requests.
      const hasCooledDown = Math.abs(now - this.askedMs) >= coolDownMs;
      if (this.reading || hasCooledDown || (!isFresh && this.failure === null)) await this.read();
    }
    if (!this.keys || (this.failure !== null && !isKnown())) throw cannotVerify(this.failure);
    return this.keys(header, token);
  }

  /** Reads the keys. Requests at the same time share one answer. Does not throw. */
  private read(): Promise<void> {
    this.reading ??= this.request().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  private async request(): Promise<void> {
    this.askedMs = Date.now();
    try {
      await this.replaceKeys();
      this.failure = null;
    } catch (error) {
      this.failure = error;
    }
  }

  private async replaceKeys(): Promise<void> {
    const response = await this.fetch(this.url, {
      headers: { Accept: 'application/jwk-set+json, application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(answersWithinMs),
    });
    if (response.status !== 200) throw new Error(`the key set answered ${response.status}`);
    const set = (await response.json()) as JSONWebKeySet;
    this.keys = createLocalJWKSet(set);
    this.kids = new Set(set.keys.flatMap(({ kid }) => kid ?? []));
    this.freshUntilMs = Date.now() + maxAgeOf(response.headers.get('cache-control')) * 1000;
  }
}

/** In seconds (RFC 9111, section 5.2.2.1). */
function maxAgeOf(cacheControl: string | null): number {
  const [, text] = /(?:^|[\s,])max-age=(\d+)/i.exec(cacheControl ?? '') ?? [];
  return text === undefined ? defaultMaxAgeS : Math.min(Number(text), longestMaxAgeS);
}
