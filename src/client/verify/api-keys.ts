import { type Expected, toVerifiedToken, type VerifiedToken } from './access-token.js';
import { isWellFormed } from './api-key-text.js';
import { AuthError, cannotVerify, tokenRejected } from './auth-error.js';
import { authorizationOf, type ClientCredentials } from './client-credentials.js';
import type { RevocationList } from './revocations.js';

export interface ApiKeyOptions extends ClientCredentials {
  /** By default `/oauth/introspect` of the issuer. */
  url?: string;
}

/** The claims of a key as JSON, so that no request can change those of another one. */
interface Answer {
  text: string;
  askedMs: number;
}

/** No document says one. Requests wait for it. */
const answersWithinMs = 3000;
/** Characters. No document says one. An answer has some hundred. */
const longestAnswer = 65_536;
/** No document says one. A key that has ended is accepted no longer than this, without a list of revocations. */
const keptMs = 30_000;
/** No document says one. About 10 MB. */
const mostKept = 10_000;

/**
 * The API keys of users, by introspection (RFC 7662). The answer for a right key is kept for 30 seconds, at most until the key
 * expires or the list of revocations names it or its user. Requests with one key at the same time share one answer.
 */
export class ApiKeys {
  private readonly url: string;
  private readonly authorization: string;
  /** By the hash of the key, so that the memory has no key. The oldest first. */
  private readonly kept = new Map<string, Answer>();
  private readonly asked = new Map<string, Promise<Answer>>();

  constructor(
    issuer: string,
    { url, ...credentials }: ApiKeyOptions,
    private readonly list: RevocationList | undefined,
    private readonly fetch: typeof globalThis.fetch,
  ) {
    this.url = url ?? `${issuer}/oauth/introspect`;
    this.authorization = authorizationOf(credentials);
  }

  /** @throws AuthError 401, or 503 if Gatehouse does not answer */
  async verify(key: string, { issuer, audience }: Expected): Promise<VerifiedToken> {
    if (!isWellFormed(key)) throw keyRejected();
    const hash = await hashOf(key);
    await this.list?.untilRead();
    const verified = this.find(hash) ?? toVerifiedKey(await this.ask(hash, key));
    const { iss, aud } = verified.identity.claims;
    if (iss !== issuer || ![audience].flat().includes(String(aud))) throw keyRejected();
    return verified;
  }

  /** Null if Gatehouse must be asked. A clock that was set back must not keep an answer longer. */
  private find(hash: string): VerifiedToken | null {
    const answer = this.kept.get(hash);
    if (!answer) return null;
    const verified = toVerifiedKey(answer);
    const now = Date.now();
    const isKept =
      now >= answer.askedMs && now < Math.min(answer.askedMs + keptMs, Number(verified.identity.claims.exp) * 1000);
    return isKept && !this.list?.isRevoked(verified.session, answer.askedMs) ? verified : null;
  }

  private ask(hash: string, key: string): Promise<Answer> {
    const asked = this.asked.get(hash) ?? this.request(hash, key).finally(() => this.asked.delete(hash));
    this.asked.set(hash, asked);
    return asked;
  }

  private async request(hash: string, key: string): Promise<Answer> {
    const askedMs = Date.now();
    try {
      const answer = { text: await this.introspect(key), askedMs };
      toVerifiedKey(answer);
      this.keep(hash, answer);
      return answer;
    } catch (error) {
      throw error instanceof AuthError ? error : cannotVerify(error);
    }
  }

  private keep(hash: string, answer: Answer): void {
    this.kept.delete(hash);
    const [oldest = ''] = this.kept.keys();
    if (this.kept.size >= mostKept) this.kept.delete(oldest);
    this.kept.set(hash, answer);
  }

  private async introspect(token: string): Promise<string> {
    const response = await this.fetch(this.url, {
      method: 'POST',
      headers: { Authorization: this.authorization, Accept: 'application/json' },
      body: new URLSearchParams({ token }),
      // Neither the key nor the secret must follow a redirect.
      redirect: 'error',
      signal: AbortSignal.timeout(answersWithinMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`the introspection answered ${response.status}`);
    }
    return textOf(response);
  }
}

const keyRejected = () => tokenRejected('The API key is not valid.');

/** @throws AuthError 401 for a key that is not active; Error for an answer of another form */
function toVerifiedKey({ text, askedMs }: Answer): VerifiedToken {
  const { active, token_type: type, ...claims } = parse(text);
  if (active === false) throw keyRejected();
  const verified = active === true && type === 'Bearer' ? toVerifiedToken(claims, askedMs) : null;
  if (!verified?.identity.keyId) throw unknownForm();
  return verified;
}

/** The error of `JSON.parse` would have a part of the answer, which could be what was sent. */
function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw unknownForm();
  }
}

const unknownForm = () => new Error('the introspection has an unknown form');

/** @throws Error for a body that is too long, of which no more is read */
async function textOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  for (let text = ''; text.length <= longestAnswer; ) {
    const { value, done = true } = (await reader?.read()) ?? {};
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  throw unknownForm();
}

/** SHA-256 is enough for 256 unpredictable bits. */
async function hashOf(key: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return String.fromCharCode(...new Uint8Array(hash));
}
