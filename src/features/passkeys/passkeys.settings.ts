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
    'Whether users can add passkeys and sign in with them. With `off`, an existing passkey is still a second factor.',
    { defaultText: 'on' },
  ),
  passkeyUpgrade: setting(
    'PASSKEY_UPGRADE',
    flag.default(true),
    'Whether the browser may add a passkey by itself after a login with the password. The user gets an e-mail.',
    { defaultText: 'on' },
  ),
  /** Null in the settings, but not in `Config`: the host of PUBLIC_URL. */
  passkeyRpId: setting(
    'PASSKEY_RP_ID',
    optional(text.refine(isDomain, 'must be a domain in lower case, such as example.com')),
    'The domain of the passkeys (the relying party id), for pages there and on subdomains. A change makes all passkeys useless.',
    { defaultText: 'the host of `PUBLIC_URL`', example: 'example.com' },
  ),
  passkeyOrigins: setting(
    'PASSKEY_ORIGINS',
    origins.default([]),
    'Further origins that may use passkeys. For a host that is not in `PASSKEY_RP_ID`, browsers also read `/.well-known/webauthn` there.',
    { example: 'https://app.example.com,https://example.org' },
  ),
};
