import { parseTwilioUrl } from '../config/twilio-url';
import { MailError } from '../email/mail-problem';
import { codeOfError, isTlsError, orAborted, sendPinned } from '../webhooks/pinned-request';
import { parseWebhookSecret, signWebhook } from '../webhooks/standard-webhooks';
import { WebhookAddresses } from '../webhooks/webhook-address';
import type { SmsConfig } from './sms.settings';

export interface Sms {
  /** The same at each attempt. */
  id: string;
  /** In the form of E.164. */
  to: string;
  text: string;
  createdTs: Date;
}

/** The request of an attempt. */
interface SmsRequest {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Milliseconds, from the resolution of the name to the answer. */
const sendMs = 10_000;
/** Bytes of an answer. Only its status counts. */
const longestAnswer = 64 * 1024;
/** The request has not begun, so nobody has got the message. */
const neverSent = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'];
/** Too Many Requests, and what goes away. All other answers but 2xx would be the same again. */
const isTemporary = (status: number): boolean => status === 429 || status === 408 || status >= 500;

/** Sends text messages: to a service of the operator, or to Twilio. */
export class SmsGateway {
  /** The operator has set the URL, so its service may be in any network. */
  private readonly addresses = new WebhookAddresses(['0.0.0.0/0', '::/0']);

  constructor(
    private readonly requestOf: (sms: Sms, sentAt: Date) => SmsRequest,
    /**
     * Whether a message can be sent again after an attempt without an answer: its receiver knows it by its id. The API of Twilio
     * has nothing of that kind, and a second message costs money and confuses.
     */
    readonly isRepeatable: boolean,
    private readonly timeoutMs = sendMs,
  ) {}

  /** @throws MailError */
  async send(sms: Sms, sentAt: Date, stopped: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([AbortSignal.timeout(this.timeoutMs), stopped]);
    const status = await this.statusOf(this.requestOf(sms, sentAt), signal).catch((error: unknown) => {
      throw error instanceof MailError ? error : this.errorOf(error, signal);
    });
    if (status >= 200 && status < 300) return;
    if (isTemporary(status)) throw new MailError('rejected_later', false, status);
    throw new MailError(status === 401 || status === 403 ? 'authentication' : 'message_rejected', true, status);
  }

  private async statusOf({ url, headers, body }: SmsRequest, signal: AbortSignal): Promise<number> {
    const found = await orAborted(this.addresses.addressesOf(url), signal);
    if (typeof found === 'string') throw new MailError('unreachable', false, null);
    const bytes = { kept: 0, read: longestAnswer };
    const sent = { 'Content-Length': String(Buffer.byteLength(body)), ...headers };
    const request = { url, found, method: 'POST', headers: sent, body, signal, ...bytes } as const;
    return (await orAborted(sendPinned(request), signal)).response.statusCode ?? 0;
  }

  private errorOf(error: unknown, signal: AbortSignal): MailError {
    if (!signal.aborted && isTlsError(error)) return new MailError('tls', false, null);
    if (neverSent.includes(codeOfError(error) ?? '')) return new MailError('unreachable', false, null);
    return new MailError(signal.aborted ? 'timeout' : 'connection_lost', !this.isRepeatable, null);
  }
}

/** Returns null without SMS_URL. */
export function createSmsGateway({ url, secret }: Pick<SmsConfig, 'url' | 'secret'>): SmsGateway | null {
  if (url === null) return null;
  const twilio = parseTwilioUrl(url.reveal());
  if (!twilio) return ofService(new URL(url.reveal()), parseWebhookSecret(secret?.reveal() ?? '') ?? Buffer.alloc(0));
  const { origin, accountSid, token, sender } = twilio;
  const address = new URL(`/2010-04-01/Accounts/${accountSid}/Messages.json`, origin);
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Authorization: `Basic ${Buffer.from(`${accountSid}:${token}`).toString('base64')}`,
  };
  const requestOf = ({ to, text }: Sms) => {
    const body = new URLSearchParams({ To: to, ...sender, Body: text }).toString();
    return { url: address, headers, body };
  };
  return new SmsGateway(requestOf, false);
}

/** With the headers of Standard Webhooks. */
function ofService(url: URL, secret: Buffer): SmsGateway {
  const requestOf = ({ id, to, text, createdTs }: Sms, sentAt: Date) => {
    const body = JSON.stringify({ type: 'sms.send', timestamp: createdTs.toISOString(), data: { to, text } });
    const headers = { 'Content-Type': 'application/json', ...signWebhook({ id, sentAt, body }, [secret]) };
    return { url, headers, body };
  };
  return new SmsGateway(requestOf, true);
}
