import { flag, list, optional, parseUrl, settingsOn, text } from '../../platform/config/setting';

const setting = settingsOn('accounts');

const isDomain = (value: string) =>
  value.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(value);
const isOrigin = (value: string) => parseUrl(value)?.origin === value && /^https?:/.test(value);
/** Android's name for an application: the hash of the certificate that signs it. */
const isAndroidApp = (value: string) => /^android:apk-key-hash:[\w-]{43}$/.test(value);

const origins = list.refine(
  (all) => all.every((value) => isOrigin(value) || isAndroidApp(value)),
  'must be origins such as https://app.example.com or android:apk-key-hash:…, separated by commas',
);

export const passkeysSettings = {
  passkeys: setting(
    'PASSKEYS',
    flag.default(true),
    'Whether users can add passkeys and log in with them. With `off`, a passkey that an account already has is still its second factor.',
    { defaultText: 'on' },
  ),
  /** Null in the settings, but not in `Config`: the host of PUBLIC_URL. */
  passkeyRpId: setting(
    'PASSKEY_RP_ID',
    optional(text.refine(isDomain, 'must be a domain in lower case, such as example.com')),
    'The domain that passkeys belong to (the relying party id). A page can use the passkeys if its host is this domain or a subdomain of it. If you change this setting, all passkeys stop working.',
    { defaultText: 'the host of `PUBLIC_URL`', example: 'example.com' },
  ),
  passkeyOrigins: setting(
    'PASSKEY_ORIGINS',
    origins.default([]),
    'The origins of further pages and applications that may use passkeys. The origin of `PUBLIC_URL` always may. If the host of an origin is not in `PASSKEY_RP_ID`, browsers also read `/.well-known/webauthn` there.',
    { example: 'https://app.example.com,https://example.org' },
  ),
};
