import { list, meansOff, optional, parseUrl, settingsOn, text } from '../../platform/config/setting';

const setting = settingsOn('tokens');

/** Whose documents are accepted: those of any public host, or of these hosts. Null: of nobody. */
export type ClientMetadata = 'any' | readonly string[] | null;

/** As in a URL, so that the two are compared as text: in lower case, with a port unless it is 443. Not a word such as `on`. */
const isHost = (entry: string): boolean => /[.:]/.test(entry) && parseUrl(`https://${entry}/`)?.host === entry;

const isOff = (entries: readonly string[]): boolean => entries.length === 1 && entries.every(meansOff);
const isAny = (entries: readonly string[]): boolean => entries.length === 1 && entries[0] === 'any';

const clientMetadata = list
  .refine(
    (entries) => isOff(entries) || isAny(entries) || (entries.length > 0 && entries.every(isHost)),
    'must be off, any, or hosts such as claude.ai, separated by commas',
  )
  .transform((entries): ClientMetadata => (isOff(entries) ? null : isAny(entries) ? 'any' : entries));

export const openidSettings = {
  resources: setting(
    'RESOURCES',
    optional(text),
    'A JSON file with your APIs for which applications get tokens (RFC 8707), with their scopes.',
    { example: '/etc/gatehouse/resources.json' },
  ),
  openidClaims: setting(
    'OPENID_CLAIMS',
    optional(text),
    'A JSON file with scopes, and templates of the claims that each gives in ID tokens and at `/oauth/userinfo`.',
    { example: '/etc/gatehouse/openid-claims.json' },
  ),
  clientMetadata: setting(
    'CLIENT_METADATA',
    clientMetadata.default(null),
    'Whose applications may have as client id the URL of a document that describes them (Client ID Metadata Documents): `any` public host, or the listed hosts, which may be private.',
    {
      defaultText: 'off',
      example: 'claude.ai,chatgpt.com,vscode.dev',
      conflict: ({ CLIENT_METADATA = 'off', PAGES = 'on' }) =>
        meansOff(PAGES.trim()) && !meansOff(CLIENT_METADATA.trim())
          ? 'is set, but PAGES is off: nobody could allow an application anything'
          : null,
    },
  ),
};
