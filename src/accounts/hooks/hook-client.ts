import type { Secret } from '../../platform/config/secret';
import type { Locale } from '../../platform/request/locale';
import type { Clock } from '../../platform/runtime/clock';
import { postJson, readJsonUpTo } from '../../platform/runtime/post-json';
import { UnusableAnswer } from '../../platform/runtime/unusable-answer';
import { uuidv7 } from '../../platform/runtime/uuid';
import { parseWebhookSecret, signWebhook } from '../../platform/webhooks/standard-webhooks';
import type { FieldValues } from '../users/user-field';
import type { UserFields } from '../users/user-fields';
import { createHookAnswerParser, type HookAnswer } from './hook-answer.inputs';

/** Bytes. The claims of a user have at most 1 kB, and the fields 8 kB. */
const longestAnswer = 64 * 1024;

/** What the hook gets to decide. It never gets the password. */
export interface HookQuestion {
  user: {
    email: string;
    firstName: string;
    lastName: string;
    tel: string | null;
    /** What the account would have. Without USER_FIELDS, null, and not sent. */
    fields: FieldValues | null;
  };
  /** `password`, `invitation`, `legacy`, or the id of a provider. */
  method: string;
  ip: string | null;
  locale: Locale | null;
}

/** Why the hook has not decided. */
export class UnusableDecision extends UnusableAnswer {
  override readonly name = 'UnusableDecision';
}

/** Sends the signed requests of Standard Webhooks to `HOOK_BEFORE_REGISTER`. */
export class HookClient {
  private readonly secret: Buffer;
  private readonly parse;

  constructor(
    private readonly url: string,
    secret: Secret,
    userFields: UserFields,
    private readonly clock: Clock,
  ) {
    this.secret = parseWebhookSecret(secret.reveal()) ?? Buffer.alloc(0);
    this.parse = createHookAnswerParser(userFields);
  }

  /** @throws UnusableDecision */
  async ask(question: HookQuestion, signal: AbortSignal): Promise<HookAnswer> {
    const sentAt = this.clock();
    const body = JSON.stringify({
      type: 'before_register',
      timestamp: sentAt.toISOString(),
      data: toRecord(question),
    });
    const headers = signWebhook({ id: uuidv7(sentAt), sentAt, body }, [this.secret]);
    const { status, answer } = await this.send(body, headers, signal);
    if (status !== 200) throw new UnusableDecision(`the hook answered with status ${status}`, { status });
    if (answer === 'too long') throw new UnusableDecision('the answer of the hook is too long', { status });
    const decision = this.parse(answer.json);
    if (!decision) throw new UnusableDecision('the answer of the hook breaks a rule', { status });
    return decision;
  }

  private async send(body: string, headers: Record<string, string>, signal: AbortSignal) {
    try {
      const response = await postJson(this.url, { body, headers, signal });
      return { status: response.status, answer: await readJsonUpTo(longestAnswer, response) };
    } catch (error) {
      throw new UnusableDecision('the hook does not answer', { error });
    }
  }
}

const toRecord = ({ user: { email, firstName, lastName, tel, fields }, method, ip, locale }: HookQuestion) => ({
  user: { email, first_name: firstName, last_name: lastName, tel, ...(fields && { fields }) },
  method,
  ip,
  locale,
});
