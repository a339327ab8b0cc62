import { z } from 'zod';
import { locale } from '../../accounts/users/locale.inputs';
import { personName, personNameRule, reason, roles, tel } from '../../accounts/users/user.inputs';
import { claimsRule, userClaims } from '../../accounts/users/user-claims.inputs';
import { ownFields } from '../../accounts/users/user-fields.inputs';
import { reasons } from '../../platform/errors/app-error';
import { email } from '../../platform/request/email-address.inputs';
import {
  hasAtMost,
  line,
  lineOf,
  optionalTextWith,
  textWith,
  typedString,
  typedText,
} from '../../platform/request/input-parser';

const flag = z.boolean('must be true or false');
const requiredFlag = z.boolean({
  error: ({ input }) => (input === undefined ? reasons.required : 'must be true or false'),
});

const namesOfRoles = z.array(z.string('must be a list of names'), 'must be a list of names').pipe(roles);
const roleNames =
  'The names of the roles: at most 20, each of `a` to `z`, digits, `:`, `_` and `-`, and at most 63 characters.';

export const userId = typedString.meta({
  format: 'uuid',
  description: 'The id of the user, a UUID.',
  example: '01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90',
});

/** Exactly one of the two. */
export const userInput = z
  .object({
    id: typedText.nullish().meta({ ...userId.meta() }),
    email: optionalTextWith(email).meta({
      api: 'graphql',
      description: 'The e-mail address of the user, in upper or lower case.',
      example: 'ada@example.com',
    }),
  })
  .superRefine(({ id, email }, ctx) => {
    if ((id == null) === (email == null)) {
      ctx.addIssue({ code: 'custom', path: ['id'], message: 'or the e-mail address is needed, and not both' });
    }
  });

export const userIdInput = z
  .object({ id: userId })
  .meta({ title: 'UserIdInput', description: 'The user that an operation changes.' });

export const statedReason = optionalTextWith(reason).meta({
  description:
    'Why, in the words of the super admin: 1 to 500 characters. The audit keeps it, and the console shows it.',
  example: 'Ticket 4711: the user has left the company',
});

export const disableUserInput = z
  .object({
    id: userId,
    reason: statedReason,
    notify: flag.nullish().meta({
      description:
        'Whether the user gets an e-mail that says so, if the address is verified. It does not have the reason. False by default.',
      example: true,
    }),
  })
  .meta({ description: 'The account that `disableUser` disables.' });

export const deleteUserInput = z
  .object({ id: userId, reason: statedReason })
  .meta({ description: 'The account that `deleteUser` deletes.' });

export const liftLimitsInput = z
  .object({ id: userId, reason: statedReason })
  .meta({ description: 'The account whose limits `liftLimits` lifts.' });

const ofAddress = 'Without it, the part of the address before the @.';

export const createUserInput = z
  .object({
    email: textWith(email).meta({
      description: 'The e-mail address that the user signs in with.',
      example: 'grace@example.com',
    }),
    firstName: optionalTextWith(personName).meta({
      description: `The first name: ${personNameRule} ${ofAddress}`,
      example: 'Grace',
    }),
    lastName: optionalTextWith(personName).meta({
      description: `The last name: ${personNameRule} ${ofAddress}`,
      example: 'Hopper',
    }),
    locale: locale.optional().meta({
      description: 'The language of the e-mails to the user. Without it, the language of the request.',
    }),
    roles: namesOfRoles.nullish().meta({
      description: `${roleNames} Without it, the user has no role.`,
      example: ['editor'],
    }),
    mailed: flag.nullish().meta({
      description:
        'Whether the invitation is mailed. With false, the answer has the link instead, and no e-mail is sent. True by default.',
      example: true,
    }),
    fields: ownFields,
  })
  .meta({ description: 'The account that `createUser` creates.' });

/** Characters. The same as for an import. */
const longest = { company: 200, companyIdNumber: 100, companyIdUrl: 2048 } as const;

/** A link is shown to other people, so it must not run a script. */
const webUrl = line
  .refine((value) => /^https?:\/\//i.test(value), { error: 'must begin with https:// or http://', abort: true })
  .refine((value) => hasAtMost(longest.companyIdUrl, value), `must have at most ${longest.companyIdUrl} characters`)
  .meta({ maxLength: longest.companyIdUrl });

const unchanged = 'Without this field, the value stays as it is.';

export const updateUserInput = z
  .object({
    id: userId,
    firstName: typedText
      .pipe(personName)
      .optional()
      .meta({ description: `The first name: ${personNameRule} ${unchanged}`, example: 'Ada' }),
    lastName: typedText
      .pipe(personName)
      .optional()
      .meta({ description: `The last name: ${personNameRule} ${unchanged}`, example: 'King' }),
    tel: typedText
      .nullable()
      .pipe(tel)
      .optional()
      .meta({
        description: `The phone number: at most 32 characters. Null removes the number. A new number is not verified, unless \`telVerified\` says so. ${unchanged}`,
        example: '+44 20 7946 0958',
      }),
    company: optionalTextWith(lineOf(longest.company)).meta({
      description: `The company: at most 200 characters. Null removes it. ${unchanged}`,
      example: 'Analytical Engines',
    }),
    companyIdNumber: optionalTextWith(lineOf(longest.companyIdNumber)).meta({
      description: `The identification number of the company: at most 100 characters. Null removes it. ${unchanged}`,
      example: 'DE123456789',
    }),
    companyIdUrl: optionalTextWith(webUrl).meta({
      description: `The identification URL of the company, with http or https: at most 2048 characters. Null removes it. ${unchanged}`,
      example: 'https://register.example.com/123456789',
    }),
    locale: locale.optional().meta({
      description: `The language of the e-mails to the user. With null, the language of each request is used. ${unchanged}`,
    }),
    emailVerified: flag.optional().meta({
      description: `Whether the e-mail address is verified. After \`false\`, the next proof still is not the first one, and removes no second factor. ${unchanged}`,
      example: true,
    }),
    telVerified: flag.optional().meta({
      description: `Whether the phone number is verified: that of the account, or the new one in \`tel\`. ${unchanged}`,
      example: true,
    }),
    roles: namesOfRoles.optional().meta({
      description: `${roleNames} They replace all roles of the user. An access token with the roles from before is rejected within a second, and a refresh returns a new one. ${unchanged}`,
      example: ['editor', 'support'],
    }),
    claims: userClaims.nullish().meta({
      description: `${claimsRule} ${unchanged}`,
      example: { org: 'acme' },
    }),
    fields: ownFields,
    email: typedText
      .pipe(email)
      .optional()
      .meta({
        description: `The new e-mail address. It changes immediately, is verified, because the super admin knows it, and all sessions of the user end. The old address gets an e-mail that says so. Needs the reason. ${unchanged}`,
        example: 'ada.king@example.com',
      }),
    reason: optionalTextWith(reason).meta({
      description:
        'Why the e-mail address changes: 1 to 500 characters, for the audit. Only needed for a new e-mail address.',
      example: 'Lost access to the old mailbox; checked on the phone',
    }),
  })
  .superRefine(({ email, reason }, ctx) => {
    if (email !== undefined && !reason) {
      ctx.addIssue({ code: 'custom', path: ['reason'], message: 'is required to change the e-mail address' });
    }
  })
  .meta({ description: 'The fields that `updateUser` changes.' });

export const setSuperAdminInput = z
  .object({
    id: userId,
    superAdmin: requiredFlag.meta({
      description: 'Whether the user is a super admin from now on.',
      example: true,
    }),
  })
  .meta({ description: 'The user, and the right.' });

export const endSessionsInput = z
  .object({
    userId,
    sessionId: typedText.nullish().meta({
      format: 'uuid',
      description: 'The id of the session to end. Without it, all sessions of the user end.',
      example: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
    }),
  })
  .meta({ description: 'The sessions that `endSessions` ends.' });

export const removeIdentityInput = z
  .object({
    userId,
    identityId: typedString.meta({
      format: 'uuid',
      description: 'The id of the identity, a UUID.',
      example: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
    }),
    reason: statedReason,
  })
  .meta({ description: 'The identity that `removeIdentity` removes.' });

export const deleteUserApiKeyInput = z
  .object({
    userId,
    id: typedString.meta({
      format: 'uuid',
      description: 'The id of the key, a UUID.',
      example: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
    }),
    reason: statedReason,
  })
  .meta({ description: 'The key that `deleteUserApiKey` deletes.' });

export type UserUpdate = Omit<z.output<typeof updateUserInput>, 'id'>;
