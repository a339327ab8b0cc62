import { isAccentColor, lightGround } from '../platform/config/accent-color';
import {
  flag,
  isAppUrl,
  isServiceUrl,
  list,
  meansOff,
  meansOn,
  optional,
  parseUrl,
  settingsOn,
  text,
} from '../platform/config/setting';

const setting = settingsOn('pages');

/** Groups of pages that an operator can switch on: for signing in, for one's own account, and for administrators. */
const pageAreas = ['sign-in', 'account', 'console'] as const;
export type PageArea = (typeof pageAreas)[number];

const areasRule = `must be on, off, or a list of ${pageAreas.join(', ')}`;
const isSwitch = ([word = '', ...others]: readonly string[]): boolean =>
  others.length === 0 && (meansOn(word) || meansOff(word));
const areas = list
  .refine(
    (words) => isSwitch(words) || (words.length > 0 && words.every((word) => pageAreas.some((area) => area === word))),
    areasRule,
  )
  // Without a page to sign in, the other pages could not be opened.
  .refine((words) => isSwitch(words) || words.includes('sign-in'), `${areasRule}, with sign-in`)
  .transform((words): readonly PageArea[] => pageAreas.filter((area) => words.includes(area) || words.some(meansOn)));

const isPage = 'must be an https:// URL (or http:// on this machine) without user, query or fragment';

/** Printable ASCII, because the address is part of a line (RFC 9116, section 2.5.3). */
const isContact = (uri: string): boolean =>
  /^[!-~]+$/.test(uri) && ['mailto:', 'https:', 'tel:'].includes(parseUrl(uri)?.protocol ?? '');

/** A link at the bottom of every page. */
const footerLink = (variable: string, what: string, example: string) =>
  setting(variable, optional(text.refine(isServiceUrl, isPage)), `Every page links to ${what} at this address.`, {
    example,
  });

export const pagesSettings = {
  pages: {
    areas: setting(
      'PAGES',
      areas.default(pageAreas),
      'Which pages exist for people in a browser. `account` and `console` need `sign-in`. The pages of links in e-mails always exist.',
      { defaultText: 'on', example: 'sign-in,account' },
    ),
    redirectUris: setting(
      'REDIRECT_URIS',
      list
        .refine(
          (uris) => uris.every((uri) => isServiceUrl(uri) || isAppUrl(uri)),
          'must be https:// URLs (or http:// on this machine) without user, query or fragment, separated by commas',
        )
        .default([]),
      'The exact addresses of your applications to which people return after a sign-in.',
      { example: 'https://app.example.com/,https://app.example.com/signed-in' },
    ),
    homeUrl: setting(
      'HOME_URL',
      optional(text.refine(isServiceUrl, isPage)),
      'Your application. The account pages lead there, and without them `/`.',
      { example: 'https://app.example.com/' },
    ),
    termsUrl: footerLink('TERMS_URL', 'your terms of service', 'https://example.com/terms'),
    privacyUrl: footerLink('PRIVACY_URL', 'your privacy policy', 'https://example.com/privacy'),
    helpUrl: footerLink('HELP_URL', 'help', 'https://example.com/help'),
    securityContact: setting(
      'SECURITY_CONTACT',
      list
        .refine(
          (contacts) => contacts.every(isContact),
          'must be mailto:, https: or tel: addresses, separated by commas',
        )
        .default([]),
      'Where to report a vulnerability, best first. With it, `/.well-known/security.txt` (RFC 9116) exists.',
      { example: 'mailto:security@example.com,https://example.com/security' },
    ),
    phoneField: setting('PHONE_FIELD', flag.default(false), 'Whether the pages ask for a phone number.'),
    accentColor: setting(
      'ACCENT_COLOR',
      optional(
        text.refine(
          isAccentColor,
          `must be a color such as #1d5c4a, with a contrast of at least 4.5:1 to the ground of the pages, ${lightGround}`,
        ),
      ),
      'The color of buttons and links, in pages and mails. A dark scheme gets a lighter one.',
      { example: '#1a4f8b' },
    ),
    texts: setting(
      'PAGE_TEXTS',
      optional(text),
      'A folder with your own texts of pages: `de.json` replaces German ones. See [Your own look](../integrate/hosted-pages.md#your-own-look).',
      { example: '/etc/gatehouse/pages' },
    ),
    themeCss: setting('THEME_CSS', optional(text), 'A file with CSS that the pages load after their own.', {
      example: '/etc/gatehouse/theme.css',
    }),
    logo: setting(
      'LOGO',
      optional(text),
      'A `.svg`, `.png` or `.webp` file that the pages show instead of the name of the product; mails show a `.png`, too.',
      { example: '/etc/gatehouse/logo.svg' },
    ),
    darkLogo: setting(
      'LOGO_DARK',
      optional(text),
      'The same for a dark scheme, in which the pages show it instead of `LOGO`.',
      {
        example: '/etc/gatehouse/logo-dark.svg',
        conflict: ({ LOGO, LOGO_DARK }) => (LOGO_DARK && !LOGO ? 'is set, but LOGO is not. Set LOGO as well' : null),
      },
    ),
    favicon: setting(
      'FAVICON',
      optional(text),
      'A `.svg`, `.png`, `.webp` or `.ico` file for the tab of the browser. Without it, the tab shows `LOGO`, or a gate in `ACCENT_COLOR`.',
      { example: '/etc/gatehouse/favicon.svg' },
    ),
  },
};

export interface PagesConfig {
  readonly areas: readonly PageArea[];
  readonly redirectUris: readonly string[];
  readonly homeUrl: string | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  readonly helpUrl: string | null;
  readonly securityContact: readonly string[];
  readonly phoneField: boolean;
  readonly accentColor: string | null;
  /** A folder. */
  readonly texts: string | null;
  readonly themeCss: string | null;
  readonly logo: string | null;
  readonly darkLogo: string | null;
  readonly favicon: string | null;
}
