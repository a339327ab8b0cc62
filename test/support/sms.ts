import { createServer, type ServerResponse } from 'node:http';
import { listening } from './listening';

interface SentSms {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** What the service does with a message: a status with a body, or nothing at all. */
export type SmsReply = { status: number; body?: string } | 'silence';

/** A service for text messages on this machine. */
export interface SmsService {
  port: number;
  /** In the order in which they came, also those that got no success. */
  requests: SentSms[];
  /** Of all further messages. */
  reply: SmsReply;
  /** Answers the requests that got none. */
  answer(status: number): void;
  /** The numbers and texts, of Twilio's form and of the JSON of a service. */
  messages(): { to: string; text: string }[];
  /** The newest code, or that of a number. Empty if there is none. */
  code(to?: string): string;
  stop(): void;
}

export async function startSms(): Promise<SmsService> {
  const waiting: ServerResponse[] = [];
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    service.requests.push({ path: req.url ?? '', headers: req.headers as Record<string, string>, body });
    const { reply } = service;
    if (reply === 'silence') waiting.push(res);
    else res.writeHead(reply.status, { 'Content-Type': 'application/json' }).end(reply.body ?? '{}');
  });
  const url = await listening(server);
  const service: SmsService = {
    port: Number(new URL(url).port),
    requests: [],
    reply: { status: 201 },
    answer: (status) => {
      for (const res of waiting.splice(0)) res.writeHead(status).end();
    },
    messages: () => service.requests.map(messageIn),
    code(to) {
      const sent = service.messages().filter((message) => to === undefined || message.to === to);
      return /\d{6}/.exec(sent.at(-1)?.text ?? '')?.[0] ?? '';
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}

function messageIn({ headers, body }: SentSms): { to: string; text: string } {
  if (headers['content-type'] === 'application/json') return JSON.parse(body).data;
  const form = new URLSearchParams(body);
  return { to: form.get('To') ?? '', text: form.get('Body') ?? '' };
}

export const smsSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwzB1Y6Vn2qmE=';

/** A service of the operator. */
export const serviceSettings = ({ port }: SmsService, countries = 'CH,DE') => ({
  SMS_URL: `http://127.0.0.1:${port}/sms`,
  SMS_SECRET: smsSecret,
  SMS_COUNTRIES: countries,
});

/** A stand-in of Twilio. */
export const twilioSettings = ({ port }: SmsService, countries = 'CH,DE') => ({
  SMS_URL: `twilio://AC0123:t%2Fken@127.0.0.1:${port}/?from=%2B41790000000`,
  SMS_COUNTRIES: countries,
});
