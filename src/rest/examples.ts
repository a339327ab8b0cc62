import type { ActivityHour } from '../features/administration/activity';
import type { Explanation } from '../features/administration/admin-audit.service';
import type { InstallationFinding } from '../features/administration/admin-installation.service';
import type { ListedSession } from '../features/auth/account.service';
import type { Tokens } from '../features/auth/session-opener';
import { passkeyAssertionExample } from '../features/mfa/passkey.inputs';
import type { ListedPasskey } from '../features/mfa/passkey-factor';
import type { ActiveToken } from '../features/oauth-clients/oauth-token.service';
import type { ListedKey } from '../features/tokens/key-ring';
import type { ManagedUser } from '../features/users/managed-user';
import type { User } from '../features/users/user';
import type { AuditEvent } from '../platform/audit/audit-event';
import type { ListedMessage } from '../platform/messages/message';

// What the examples of answers in the OpenAPI document are made from.

const loginTs = new Date('2026-11-20T17:30:15.123Z');

export const exampleUser: User = {
  id: '01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  isSuperAdmin: false,
  roles: [],
  disabled: false,
  emailVerified: false,
  telVerified: false,
  tel: '+44 20 7946 0958',
  company: null,
  companyIdNumber: null,
  companyIdUrl: null,
  createdTs: new Date('2026-11-20T17:29:58.042Z'),
  updatedTs: null,
  lastLoginTs: null,
};

export const exampleManagedUser: ManagedUser = {
  user: exampleUser,
  locale: 'en',
  hasPassword: true,
  factors: [],
  deletionDueTs: null,
};

export const exampleAuditEvent: AuditEvent = {
  id: '01a1fafd-5d49-7c1f-8a41-6f0d1f0a1122',
  action: 'login_failed',
  outcome: 'INVALID_CREDENTIALS',
  userId: exampleUser.id,
  accountKey: null,
  sessionId: null,
  actorId: null,
  ip: '203.0.113.7',
  network: '203.0.113.7',
  userAgent: 'curl/8.5.0',
  requestIds: ['01a1fafd-5d48-74fb-874f-7e0ccacee987'],
  details: { operation: 'login', reason: 'wrong password' },
  firstTs: loginTs,
  lastTs: loginTs,
  count: 1,
  foldKey: null,
};

export const exampleExplanation: Explanation = {
  requestId: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
  lines: [
    '2026-11-20T17:30:15.123Z  login, from 203.0.113.7, curl/8.5.0',
    'The account 01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90 is now enabled. Its live sessions: 0.',
  ],
  events: [exampleAuditEvent],
  hasMore: false,
};

export const exampleMessage: ListedMessage = {
  id: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
  template: 'reset_password',
  userId: exampleUser.id,
  recipient: exampleUser.email,
  locale: 'en',
  tokenId: null,
  createdTs: loginTs,
  expiresTs: new Date('2026-11-20T18:30:15.123Z'),
  attempts: 1,
  dueTs: new Date('2026-11-20T17:30:45.123Z'),
  endedTs: null,
  problem: 'unreachable',
};

export const exampleFinding: InstallationFinding = {
  check: 'clock',
  verdict: 'ok',
  says: 'the clock of the database is 0.002 s ahead of the clock of this machine',
};

export const exampleSigningKey: ListedKey = {
  kid: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
  state: 'signing',
  createdTs: loginTs,
  signsFromTs: loginTs,
  retiredTs: null,
};

export const exampleActivityHour: ActivityHour = {
  startTs: new Date('2026-11-20T17:00:00.000Z'),
  registrations: 12,
  logins: 340,
  failedLogins: 21,
  limited: 3,
  hasMore: false,
};

export const exampleSession: ListedSession = {
  id: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
  userId: exampleUser.id,
  current: true,
  createdTs: loginTs,
  lastUsedTs: loginTs,
  authTs: loginTs,
  acr: 'aal1',
  amr: ['pwd'],
  expiresTs: new Date('2026-12-20T17:30:15.123Z'),
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  ip: '203.0.113.7',
  revision: 0,
  actor: null,
};

export const examplePasskey: ListedPasskey = {
  id: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
  credentialId: Uint8Array.from(Buffer.from(passkeyAssertionExample.id, 'base64url')),
  name: 'My telephone',
  backedUp: true,
  createdTs: loginTs,
  lastUsedTs: null,
};

export const exampleTokens: Tokens = {
  // The parts of a JWT, without a signature that anyone could verify.
  jwt: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIwMWExZmFmZC01ZDQ3In0.signature',
  sessionId: exampleSession.id,
  expiresInS: 3600,
  refreshToken: 'UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw',
  refreshTokenIn: 'body',
  sessionExpiresTs: exampleSession.expiresTs,
  issuedAt: loginTs,
};

const issuer = 'https://id.example.com';

export const exampleActiveToken: ActiveToken = {
  kind: 'access',
  claims: {
    iss: issuer,
    aud: issuer,
    client_id: 'gatehouse',
    sub: exampleUser.id,
    sid: exampleSession.id,
    jti: '1eeb25bc-23cc-4484-852f-6f5f4e9216ef',
    auth_time: 1795195815,
    acr: 'aal1',
    amr: ['pwd'],
    iat: 1795195815,
    exp: 1795199415,
  },
};
