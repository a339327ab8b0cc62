import { z } from 'zod';
import { answerType, exampleOf } from '../../platform/operations/answer';

const setByAdmins = 'Null after a registration. Super admins and imports set it.';
const text = (description: string, example: string) => z.string().meta({ description, example });
const flag = (description: string) => z.boolean().meta({ description, example: false });
const optional = (description: string, example: string | null = null) =>
  z.string().nullable().meta({ description, example });

/** In REST exactly the fifteen keys of the specification, section 2.1, in this order. */
export const userRecord = answerType('User', 'A user account. The password is never part of it.', {
  id: z.uuid().meta({
    description: 'The id of the user, a UUID. The id never changes. It is also the `sub` of the access tokens.',
    example: '01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90',
  }),
  firstName: text('The first name.', 'Ada'),
  lastName: text('The last name.', 'Lovelace'),
  email: text('The e-mail address as it was entered, without white space around it.', 'ada@example.com'),
  isSuperAdmin: flag(
    'Whether the user is a super admin, who may use the administration API. False after a registration. An operator makes the first super admin on the command line.',
  ),
  roles: z.array(z.string().meta({ description: 'The name of a role.' })).meta({
    description:
      'The names of the roles of the user, sorted, at most 20. Your own services decide what a role permits: Gatehouse only stores it. Empty after a registration. Operators, super admins and the hook of registrations set the roles.',
    example: [],
    isGraphqlOnly: true,
  }),
  disabled: flag('Whether the account is disabled. A disabled account cannot sign in, and its sessions have ended.'),
  emailVerified: flag(
    'Whether the e-mail address was verified. False after a registration. True after the link or the code of a mail was used, or a super admin has verified the address.',
  ),
  telVerified: flag(
    'Whether the phone number was verified. False after a registration, and after a change of the number. An import and a super admin can set it to true.',
  ),
  tel: optional('The phone number, exactly as it was sent. Null if the user has none.', '+44 20 7946 0958'),
  company: optional(`The company of the user. ${setByAdmins}`),
  companyIdNumber: optional(`The identification number of the company. ${setByAdmins}`),
  companyIdUrl: optional(`The identification URL of the company. ${setByAdmins}`),
  createdTs: z
    .date()
    .meta({ description: 'The time of the registration.', example: new Date('2026-11-20T17:29:58.042Z') }),
  updatedTs: z.date().nullable().meta({
    description: 'The time of the last change to the account. Null if there was no change. A login is not a change.',
    example: null,
  }),
  lastLoginTs: z.date().nullable().meta({
    description:
      'The time of the last login. The response to a login has the time of the previous login here. Null if there was no such login.',
    example: null,
  }),
});

export const exampleUser = exampleOf(userRecord);
