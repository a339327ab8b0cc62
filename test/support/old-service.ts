import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Request, type Response } from 'express';
import jsonwebtoken from 'jsonwebtoken';
import { listening } from './listening';
import { untilStopped } from './running';

/** What a client of the old service gets, before it is sent. */
export interface OldAnswer {
  status: number;
  body: Record<string, unknown>;
}

export interface OldUser {
  record: Record<string, unknown> & { id: string; email: string };
  password: string;
}

export interface OldService {
  url: string;
  port: number;
  /** By e-mail address in lower case. */
  users: Map<string, OldUser>;
  /** The number of logins that it was asked for. */
  logins(): number;
  stop(): Promise<void>;
}

/**
 * The specification in bare Express, as another team could have written it, with other texts than those of
 * Gatehouse. `answering` can change each answer, or send another one and return null.
 */
export async function startOldService(
  answering: (answer: OldAnswer, request: Request, response: Response) => OldAnswer | null = (answer) => answer,
): Promise<OldService> {
  const users = new Map<string, OldUser>();
  let logins = 0;
  const app = express();
  app.use(express.json({ limit: '1mb' }));

  const route = (path: string, act: (body: Record<string, unknown>) => OldAnswer) =>
    app.post(path, (request, response) => {
      const answer = answering(act(request.body ?? {}), request, response);
      if (answer) response.status(answer.status).json(answer.body);
    });
  route('/auth/register', (body) => register(users, body));
  route('/auth/login', (body) => {
    logins += 1;
    return logIn(users, body);
  });

  const server = createServer(app);
  const url = await listening(server);
  const { port } = server.address() as AddressInfo;
  return {
    url,
    port,
    users,
    logins: () => logins,
    stop: untilStopped(async () => {
      server.closeAllConnections();
      server.close();
    }),
  };
}

/** Adds a user, as a registration does. */
export function addOldUser(users: OldService['users'], body: Record<string, unknown>): OldUser {
  const email = String(body.email);
  const record = {
    id: randomUUID(),
    first_name: body.first_name,
    last_name: body.last_name,
    email,
    is_super_admin: false,
    disabled: false,
    email_verified: false,
    tel_verified: false,
    tel: body.tel ?? null,
    company: null,
    company_id_number: null,
    company_id_url: null,
    created_ts: new Date().toISOString().replace('Z', '000'),
    updated_ts: null,
    last_login_ts: null,
  };
  const user = { record, password: String(body.password) };
  users.set(email.toLowerCase(), user);
  return user;
}

const failed = (status: number, msg: string): OldAnswer => ({ status, body: { success: false, msg } });

function register(users: OldService['users'], body: Record<string, unknown>): OldAnswer {
  const missing = ['email', 'first_name', 'last_name', 'password'].find(
    (field) => typeof body[field] !== 'string' || body[field] === '',
  );
  if (missing) return failed(400, `${missing} is required`);
  if (String(body.password).length <= 8) return failed(400, 'the password is too short');
  if (!/^[^@\s]+@[^@\s]+$/.test(String(body.email).trim())) return failed(400, 'this is not an e-mail address');
  if (users.has(String(body.email).toLowerCase())) return failed(409, 'there is already a user with this address');
  const { record } = addOldUser(users, body);
  return { status: 201, body: { success: true, msg: 'User registered successfully', result: record } };
}

function logIn(users: OldService['users'], body: Record<string, unknown>): OldAnswer {
  if (typeof body.email !== 'string' || typeof body.password !== 'string') return failed(400, 'fields are missing');
  if (body.password.length <= 8) return failed(400, 'the password is too short');
  const user = users.get(body.email.toLowerCase());
  if (!user || user.password !== body.password) return failed(401, 'wrong e-mail address or password');
  const record = { ...user.record };
  const now = new Date();
  user.record.last_login_ts = now.toISOString().replace('Z', '000');
  const jwt = jsonwebtoken.sign({ sub: record.id }, 'the key of the old service', { expiresIn: 3600 });
  const result = { jwt, user: record, gen_ts: now.getTime() / 1000 + 0.000_5 };
  return { status: 200, body: { success: true, msg: 'User logged in', result } };
}
