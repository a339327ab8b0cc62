import { Revocations } from '../../src/accounts/sessions/revocations';
import { parseRevocation } from '../../src/accounts/sessions/session';
import { tokenReasons } from '../../src/accounts/tokens/tokens.reasons';
import type { NotificationHandlers } from '../../src/platform/db/cluster/notifications';
import type { Log } from '../../src/platform/observability/log';

const userId = '01a1fafd-5d48-74fb-874f-7e0ccacee987';
const kept = '01a1fafd-5e0c-7b1f-9c55-0d0f5f1d6c3a';

test.each([
  ['the id of a session', userId, { sessionId: userId }],
  ['two parts', `${userId} 3`, { userId, revision: 3, exceptSessionId: null, tokensRevision: 0 }],
  ['three parts', `${userId} 3 ${kept}`, { userId, revision: 3, exceptSessionId: kept, tokensRevision: 0 }],
  [
    'three parts without a kept session',
    `${userId} 3 `,
    { userId, revision: 3, exceptSessionId: null, tokensRevision: 0 },
  ],
  ['four parts', `${userId} 3 ${kept} 2`, { userId, revision: 3, exceptSessionId: kept, tokensRevision: 2 }],
  [
    'four parts without a kept session',
    `${userId} 3  2`,
    { userId, revision: 3, exceptSessionId: null, tokensRevision: 2 },
  ],
  [
    'a part of a later version',
    `${userId} 3  2 new`,
    { userId, revision: 3, exceptSessionId: null, tokensRevision: 2 },
  ],
])('%s is a revocation', (_name, payload, revocation) => {
  expect(parseRevocation(payload)).toEqual(revocation);
});

const garbage = [
  '',
  ' ',
  'x',
  `${userId}x`,
  ` ${userId}`,
  `${userId} `,
  `${userId} x`,
  `${userId} -1`,
  `${userId} 1.5`,
  `${userId} 1e9`,
  `${userId} NaN`,
  `${userId} 99999999999`,
  `${userId} 3 x`,
  `${userId} 3 ${kept} `,
  `${userId} 3 ${kept} x`,
  `${userId} 3  -1`,
  `{"userId": "${userId}"}`,
];

test.each(garbage)('%j is no revocation', (payload) => {
  expect(parseRevocation(payload)).toBeNull();
});

test('a notification that is no revocation is ignored: what is revoked stays revoked', () => {
  let handlers: NotificationHandlers | undefined;
  const warnings: unknown[] = [];
  const log = { info: () => {}, warn: (...entry: unknown[]) => warnings.push(entry) } as unknown as Log;
  const listen = (_channel: string, given: NotificationHandlers) => {
    handlers = given;
    return { close: async () => {} };
  };
  const revocations = new Revocations({} as never, {} as never, listen, () => new Date('2026-11-20T17:30:15Z'), log);
  revocations.start();
  handlers?.onUp();
  handlers?.onMessage(`${userId} 3  3`);
  handlers?.onMessage(kept);
  for (const payload of garbage) handlers?.onMessage(payload);
  const other = '01a1fafd-1d6e-7f7a-8f0e-3f1b6f0e8a51';
  expect(revocations.rejectionOf({ userId, sessionId: other, revision: 2 })).toBe(
    tokenReasons['changed access rights'],
  );
  expect(revocations.rejectionOf({ userId, sessionId: other, revision: 3 })).toBeNull();
  expect(revocations.rejectionOf({ userId: other, sessionId: kept, revision: 9 })).toBe(tokenReasons['ended session']);
  expect(warnings).toHaveLength(garbage.length);
});
