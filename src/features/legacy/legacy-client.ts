import { postJson, readJsonUpTo } from '../../platform/runtime/post-json';
import { retryAfterOf } from '../../platform/runtime/retry-after';
import { UnusableAnswer } from '../../platform/runtime/unusable-answer';

/** Bytes of an answer. A user record has less than 3 kB. */
const longestAnswer = 64 * 1024;

/** What the old service says about a login or a registration. */
export type LegacyAnswer =
  | {
      success: true;
      /** The user record (specification, section 2.1), not checked. The token of a login is not kept. */
      user: unknown;
    }
  | { success: false; status: number };

/** The fields of a registration (specification, section 4.1). */
export interface LegacyRegistration {
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  tel: string | null;
}

/**
 * Errors about the request or about the connection, not about the password or the address. 404 is one of them only if
 * the route is unknown: some services answer 404 for an unknown address.
 */
const notAboutCredentials: readonly number[] = [405, 406, 407, 408, 411, 413, 414, 415, 421, 425, 426, 429, 431];

/** The old service, in the protocol of the specification. A redirect is never followed. */
export class LegacyClient {
  constructor(private readonly url: string) {}

  /** @throws UnusableAnswer */
  async login(email: string, password: string, signal: AbortSignal): Promise<LegacyAnswer> {
    // A login can be repeated.
    const { status, retryAfterS, envelope } = await this.post('/auth/login', { email, password }, signal, 2);
    const answer = answerOf(status, retryAfterS, envelope);
    if (!answer.success) return answer;
    // The token is for the old service. It is not kept and not logged.
    if (!isObject(answer.user) || typeof answer.user.jwt !== 'string') throw noEnvelope(status);
    return { success: true, user: answer.user.user };
  }

  /** @throws UnusableAnswer. The old service can have registered the user nevertheless. */
  async register(registration: LegacyRegistration, signal: AbortSignal): Promise<LegacyAnswer> {
    const { email, firstName, lastName, password, tel } = registration;
    const body = { email, first_name: firstName, last_name: lastName, password, tel };
    const { status, retryAfterS, envelope } = await this.post('/auth/register', body, signal, 1);
    return answerOf(status, retryAfterS, envelope);
  }

  private async post(path: string, body: object, signal: AbortSignal, attempts: number): Promise<PlainAnswer> {
    try {
      const response = await this.send(path, JSON.stringify(body), signal, attempts);
      const { status } = response;
      return { status, retryAfterS: retryAfterOf(response), envelope: await envelopeOf(response) };
    } catch (error) {
      if (error instanceof UnusableAnswer) throw error;
      throw new UnusableAnswer('the old service does not answer', { error });
    }
  }

  /** A connection that was kept open can be closed by the old service at the moment in which it is used again. */
  private async send(path: string, body: string, signal: AbortSignal, attempts: number): Promise<Response> {
    try {
      return await postJson(`${this.url}${path}`, { body, signal });
    } catch (error) {
      if (attempts < 2 || !isClosedConnection(error)) throw error;
      return this.send(path, body, signal, attempts - 1);
    }
  }
}

/** `fetch` has the error of the connection as the cause of its own. */
function isClosedConnection(error: unknown): boolean {
  const cause = isObject(error) ? error.cause : undefined;
  return isObject(cause) && ['UND_ERR_SOCKET', 'ECONNRESET'].includes(String(cause.code));
}

interface PlainAnswer {
  status: number;
  retryAfterS: number | null;
  /** Undefined if the body is not JSON. */
  envelope: unknown;
}

function answerOf(status: number, retryAfterS: number | null, envelope: unknown): LegacyAnswer {
  if (status < 200 || (status >= 300 && status < 400) || status >= 500 || notAboutCredentials.includes(status)) {
    throw statusError(status, retryAfterS);
  }
  if (!isObject(envelope) || typeof envelope.success !== 'boolean' || typeof envelope.msg !== 'string') {
    throw noEnvelope(status);
  }
  if (envelope.success) {
    if (status >= 400) throw noEnvelope(status);
    return { success: true, user: envelope.result };
  }
  // Another Gatehouse has no such route: LEGACY_URL is wrong.
  if (status === 404 && envelope.code === 'NOT_FOUND') throw statusError(status, retryAfterS);
  return { success: false, status };
}

const statusError = (status: number, retryAfterS: number | null) =>
  new UnusableAnswer(`the old service answered with status ${status}`, { status }, retryAfterS);

const noEnvelope = (status: number) =>
  new UnusableAnswer(
    `the old service answered with status ${status} and without the envelope of the specification. Check LEGACY_URL`,
    { status },
  );

async function envelopeOf(response: Response): Promise<unknown> {
  const read = await readJsonUpTo(longestAnswer, response);
  const { status } = response;
  if (read === 'too long') throw new UnusableAnswer('the answer of the old service is too long', { status });
  return read.json;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
