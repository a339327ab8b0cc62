import { clientLimits } from '../../src/accounts/applications/client.limits';
import { factorLimits } from '../../src/accounts/auth/login.limits';
import { mailLimits } from '../../src/accounts/users/mail.limits';
import { operations } from '../../src/compose/features';
import { deviceLimits } from '../../src/features/devices/devices.limits';
import type { Operation } from '../../src/platform/operations/define-operation';
import type { CountedThing, RateLimit } from '../../src/platform/rate-limits/limit-table';

/** A limit never rejects a right secret of 256 bits because others have sent wrong ones. */

const limitsOf = ({ limits }: Operation, ...things: CountedThing[]): RateLimit[] =>
  limits.filter((limit) => things.includes(limit.of));

/** What an operation says of a secret that is wrong: whoever calls it has one. */
const saysWrong = ({ errors }: Operation): boolean =>
  ['INVALID_TOKEN', 'UNAUTHENTICATED', 'INVALID_CREDENTIALS', 'PROVIDER_REJECTED'].some((code) => code in errors);

const all: readonly Operation[] = operations;
const named = (found: readonly Operation[]) =>
  found.map((operation): [string, Operation] => [operation.name, operation]);

test('there are operations with each kind of limit', () => {
  for (const thing of ['requests', 'mails', 'guesses', 'failures'] as const) {
    expect(all.some((operation) => limitsOf(operation, thing).length > 0)).toBe(true);
  }
});

test.each(named(all.filter(({ caller }) => caller === 'client')))(
  'the client is authenticated first, and only its failures count: %s',
  (_name, operation) => {
    expect(limitsOf(operation, 'requests', 'mails', 'guesses')).toEqual([]);
    // A secret can be tried here, so failures count.
    expect(limitsOf(operation, 'failures')).toEqual(expect.arrayContaining(Object.values(clientLimits)));
  },
);

/** For an organization, only its owners and admins count, whom the service knows by then. */
const isShared = ({ per }: RateLimit): boolean => !['account', 'organization', 'super admin or service'].includes(per);

test.each(named(all.filter((operation) => limitsOf(operation, 'requests').some(isShared))))(
  'a limit that many share and that counts all requests is where nobody can send a secret: %s',
  (_name, operation) => {
    expect(operation).toMatchObject({ caller: 'anyone' });
    expect(saysWrong(operation)).toBe(false);
  },
);

/** The limits of a second factor and of mailed codes are for six digits, that of devices for eight letters, the others for passwords. */
const ofCodes: readonly RateLimit[] = [
  ...Object.values(factorLimits),
  mailLimits.CODE_NETWORK,
  mailLimits.CODE_GLOBAL,
  deviceLimits.DEVICE_CODE,
];

test.each(named(all.filter((operation) => limitsOf(operation, 'guesses').some((name) => !ofCodes.includes(name)))))(
  'limits that reject a right secret, too, are for passwords: %s',
  (_name, operation) => {
    expect(operation.hashesPassword).toBe(true);
  },
);
