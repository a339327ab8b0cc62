import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import express, { type Response } from 'express';
import { listening } from './listening';
import { untilStopped } from './running';

export interface LegacyRecord extends Record<string, unknown> {
  id: unknown;
  email: string;
}

/** How a bare service behaves. `answer`: as the specification says. */
export type LegacyBehavior =
  | 'answer'
  | 'failure with status 200'
  | 'hang'
  | 'half an answer'
  | 'reset'
  | 'endless'
  | 'HTML'
  | 'HTML with status 404'
  | 'no such route'
  | 'no token'
  | 'redirect'
  | 'too many requests'
  | 'error'
  | 'unavailable';

export interface LegacyService {
  url: string;
  /** The requests so far. */
  asked: { path: string; body: Record<string, unknown> }[];
  behavior: LegacyBehavior;
  /** Answers wait until this promise is fulfilled. */
  released: Promise<unknown>;
  /** The id of the next account. */
  nextId: unknown;
  /** Adds an account. `changes` replaces fields of its record. */
  add(email: string, password: string, changes?: Record<string, unknown>): LegacyRecord;
  /** The number of open connections. */
  connections(): Promise<number>;
  stop(): Promise<void>;
}

const answers: Record<string, (res: Response) => void> = {
  hang: () => {},
  'half an answer': (res) => {
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '500' });
    res.write('{"success": false, "msg": "', () => res.destroy());
  },
  reset: (res) => void res.destroy(),
  endless: (res) => {
    res.writeHead(200, { 'Content-Type': 'application/json' });
    const write = () => {
      while (!res.destroyed && res.write(' '.repeat(64 * 1024)));
    };
    res.on('drain', write);
    write();
  },
  HTML: (res) => void res.send('<html>Sign in to this network</html>'),
  'HTML with status 404': (res) => void res.status(404).send('<html>Cannot POST</html>'),
  'no such route': (res) => void res.status(404).json({ success: false, msg: 'No such route.', code: 'NOT_FOUND' }),
  'no token': (res) => void res.json({ success: true, msg: 'Logged in.', result: {} }),
  redirect: (res) => void res.redirect(307, '/elsewhere'),
  'too many requests': (res) =>
    void res.status(429).set('Retry-After', '7').json({ success: false, msg: 'Too many requests.' }),
  error: (res) => void res.status(500).json({ success: false, msg: 'Error.' }),
  unavailable: (res) => void res.status(503).json({ success: false, msg: 'Busy.' }),
};

/** A bare service of the specification, on Express, with its accounts in memory. */
export async function startLegacyService(port = 0): Promise<LegacyService> {
  const accounts = new Map<string, { password: string; record: LegacyRecord }>();
  const app = express();
  app.use(express.json());
  app.use(async (req, res, next) => {
    service.asked.push({ path: req.path, body: req.body });
    const { behavior } = service;
    await service.released;
    const answer = answers[behavior];
    if (answer) answer(res);
    else next();
  });
  const rejected = (res: Response, status: number, msg: string) =>
    res.status(service.behavior === 'failure with status 200' ? 200 : status).json({ success: false, msg });
  app.post('/auth/login', (req, res) => {
    const account = accounts.get(req.body.email);
    if (account?.password !== req.body.password) return void rejected(res, 401, 'Wrong e-mail address or password.');
    const result = { jwt: 'a.token.of-the-old-service', user: account?.record, gen_ts: Date.now() / 1000 };
    res.json({ success: true, msg: 'Logged in.', result });
  });
  app.post('/auth/register', (req, res) => {
    const { email, password, ...person } = req.body;
    if (accounts.has(email)) return void rejected(res, 409, 'The address has an account.');
    res.status(201).json({ success: true, msg: 'Registered.', result: service.add(email, password, person) });
  });
  const server = createServer(app);
  const service: LegacyService = {
    url: await listening(server, port),
    asked: [],
    behavior: 'answer',
    released: Promise.resolve(),
    nextId: null,
    add(email, password, changes = {}) {
      const record: LegacyRecord = {
        id: service.nextId ?? randomUUID(),
        first_name: 'Ada',
        last_name: 'Lovelace',
        email,
        is_super_admin: false,
        disabled: false,
        email_verified: true,
        tel_verified: false,
        tel: '+44 20 7946 0000',
        company: null,
        company_id_number: null,
        company_id_url: null,
        created_ts: '2020-02-03T04:05:06.789',
        updated_ts: null,
        last_login_ts: null,
        ...changes,
      };
      service.nextId = null;
      accounts.set(email, { password, record });
      return record;
    },
    connections: promisify(server.getConnections.bind(server)),
    stop: untilStopped(async () => {
      server.closeAllConnections();
      server.close();
    }),
  };
  return service;
}
