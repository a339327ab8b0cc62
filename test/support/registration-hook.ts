import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { listening } from './listening';
import { untilStopped } from './running';

const key = Buffer.from(Array.from({ length: 32 }, (_, i) => 255 - i * 5));
export const hookSecret = `whsec_${key.toString('base64')}`;

export interface HookRequest {
  type: string;
  timestamp: string;
  data: {
    user: { email: string; first_name: string; last_name: string; tel: string | null };
    method: string;
    ip: string | null;
    locale: string | null;
  };
}

export interface RegistrationHook {
  url: string;
  /** The requests so far, as text. */
  asked: string[];
  /** What the requests get: an object as JSON with status 200, or what the function sends. */
  answer: object | ((res: ServerResponse) => void);
  /** Answers wait until this promise is fulfilled. */
  released: Promise<unknown>;
  /** The greatest number of requests at the same time. */
  most: number;
  stop(): Promise<void>;
}

/** A hook that rejects, with status 401, requests without the signature of Standard Webhooks. */
export async function startRegistrationHook(): Promise<RegistrationHook> {
  let open = 0;
  const server = createServer(async (req, res) => {
    open += 1;
    hook.most = Math.max(hook.most, open);
    res.on('close', () => {
      open -= 1;
    });
    let body = '';
    for await (const chunk of req) body += chunk;
    const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signature } = req.headers;
    const expected = `v1,${createHmac('sha256', key).update(`${id}.${sentAt}.${body}`).digest('base64')}`;
    const isFresh = Math.abs(Date.now() / 1000 - Number(sentAt)) < 300;
    if (signature !== expected || !isFresh || req.method !== 'POST') return void res.writeHead(401).end('{}');
    hook.asked.push(body);
    const { answer } = hook;
    await hook.released;
    if (typeof answer === 'function') answer(res);
    else res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  });
  const hook: RegistrationHook = {
    url: `${await listening(server)}/before-register`,
    asked: [],
    answer: {},
    released: Promise.resolve(),
    most: 0,
    stop: untilStopped(async () => {
      server.closeAllConnections();
      server.close();
    }),
  };
  return hook;
}

export const settingsOfHook = ({ url }: Pick<RegistrationHook, 'url'>) => ({
  HOOK_BEFORE_REGISTER: url,
  HOOK_SECRET: hookSecret,
});
