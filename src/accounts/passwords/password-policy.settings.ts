import { z } from 'zod';
import { flag, isServiceUrl, meansOff, meansOn, oneOf, settingsOn, text } from '../../platform/config/setting';

const setting = settingsOn('passwords');

/** Where stolen passwords are looked up: at a range API, or in a folder of ranges. Null: nowhere. */
export type BreachedPasswordsSource = { kind: 'api'; url: string } | { kind: 'files'; folder: string } | null;

/** `specification`: more than 8 characters. `any`: any length up to the maximum. */
const loginPasswordRules = ['specification', 'any'] as const;
export type LoginPasswordRule = (typeof loginPasswordRules)[number];

/** `pages`: everywhere except in registrations through the APIs. */
export type CommonPasswordsRule = 'pages' | 'on' | 'off';

const commonPasswords = z
  .union([flag, z.literal('pages')], 'must be pages, on or off')
  .transform((value): CommonPasswordsRule => (value === 'pages' ? value : value ? 'on' : 'off'));

const words = z.string().transform((value): readonly string[] =>
  value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== ''),
);

const breachedPasswords = text
  .refine(
    (value) => (value.includes('://') ? isServiceUrl(value) : !meansOn(value)),
    'must be off, an https:// URL without user, query or fragment, or the path of a folder',
  )
  .transform((value): BreachedPasswordsSource => {
    if (meansOff(value)) return null;
    return value.includes('://') ? { kind: 'api', url: value.replace(/\/+$/, '') } : { kind: 'files', folder: value };
  });

export const passwordPolicySettings = {
  loginPasswordRule: setting(
    'LOGIN_PASSWORD_RULE',
    oneOf(loginPasswordRules).default('specification'),
    'The length of a password at a login. `specification`: more than 8 characters, as for a new one. `any`: at most 256, after an import of shorter ones.',
  ),
  commonPasswords: setting(
    'COMMON_PASSWORDS',
    commonPasswords.default('pages'),
    'Where a new password is rejected if it is a frequent one, or consists of names of the user, the e-mail address, `PRODUCT_NAME` or `PASSWORD_WORDS`. `pages`: everywhere but in a registration through the APIs.',
  ),
  passwordWords: setting(
    'PASSWORD_WORDS',
    words.default([]),
    'Further words that a new password must not consist of, such as the name of your organization.',
    { example: 'acme,rocket' },
  ),
  breachedPasswords: setting(
    'BREACHED_PASSWORDS',
    breachedPasswords.default(null),
    'Where stolen passwords are looked up: `off`, `https://api.pwnedpasswords.com`, or the folder that the downloader of Have I Been Pwned has written. See [Registration and passwords](../operate/registration-and-passwords.md).',
    { defaultText: 'off', example: 'https://api.pwnedpasswords.com' },
  ),
};
