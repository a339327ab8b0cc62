import { UserDataService } from '../../src/features/admin-users/user-data.service';
import { contextAt } from '../support/limits';

const userId = '01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90';

/** The service with an account that another transaction changes until the service has locked it. */
function serviceWith(before: object, after: object) {
  const done: string[] = [];
  let isLocked = false;
  const recipient = { userId, email: 'a@example.com', emailCanonical: 'a@example.com', locale: 'en' };
  const tx = {
    users: { findRecipientById: async () => Object.assign({}, recipient, isLocked ? after : before) },
    userChanges: {
      lock: async () => {
        isLocked = true;
        return {};
      },
      verifyEmail: async () => void done.push('verified'),
      changeEmail: async () => ({ email: 'a@example.com' }),
      updateProfile: async () => null,
    },
    emailChanges: { removeOfUser: async () => {} },
    audit: { insert: async () => {} },
  };
  const service = new UserDataService({
    stores: {
      users: tx.users,
      transaction: (_account: string, work: (stores: object) => unknown) => work(tx),
    } as never,
    oneTimeTokens: { issue: async () => void done.push('issued'), voidAll: async () => {} } as never,
    outbox: { write: async (_tx: object, { to }: { to: string }) => void done.push(`mail to ${to}`) } as never,
    liveSessions: { endAllWith: async () => null, rejectTokensOf: () => {} } as never,
    claimChanges: { watch: async () => ({ settle: async () => ({ announce: () => {} }) }) } as never,
    telNumbers: { e164Of: () => null },
    rights: {} as never,
    rateLimits: { count: (_strategy, _by, work) => work(undefined as never) },
    clock: () => new Date(),
  });
  return { service, done };
}
const by = contextAt('192.0.2.7');

test('an account that was disabled until it was locked gets no link', async () => {
  const { service, done } = serviceWith({ disabled: false }, { disabled: true });
  await expect(service.sendPasswordReset(userId, by)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(done).toEqual([]);
});

test('an address that was verified until the account was locked is not changed again', async () => {
  const { service, done } = serviceWith({ emailVerified: false }, { emailVerified: true });
  expect(await service.verifyEmail(userId, by)).toEqual({ changed: false });
  expect(done).toEqual([]);
});

test('the notice of a new address goes to the address that the account had when it was locked', async () => {
  const { service, done } = serviceWith(
    { emailVerified: true },
    { emailCanonical: 'b@example.com', emailVerified: true },
  );
  const email = { given: 'c@example.com', canonical: 'c@example.com' };
  await service.update(userId, { email, reason: 'a reason' } as never, by);
  expect(done).toEqual(['mail to b@example.com']);
});
