import type { ChallengeSettings } from '../../platform/challenges/challenges.settings';
import { type EmailConfig, sendsMails } from '../../platform/email/email.settings';
import type { Asset } from '../../platform/http/asset';
import type { PagesConfig } from '../pages.settings';
import type { Assets } from './assets';
import type { Frame } from './layout.page';
import { originsOf } from './return-to';

export interface SiteConfig {
  publicUrl: string;
  productName: string;
  pages: PagesConfig;
  email: Pick<EmailConfig, 'transport'>;
  providers: Frame['providers'];
  corsOrigins: readonly string[];
  /** ORGANIZATIONS. */
  organizations: string | null;
  cookieSameSite: 'strict' | 'lax' | 'none';
  challenge: Pick<ChallengeSettings, 'kind' | 'scriptUrl'>;
}

/** What surrounds every page of an installation, apart from what differs by request. */
export type SiteFrame = Omit<Frame, 'locale' | 'languages' | 'acting' | 'email' | 'clientName' | 'botChallenge'>;

/** The first page of a person who is signed in. */
export const homeOf = ({ areas }: Pick<PagesConfig, 'areas'>): string =>
  areas.includes('account') ? '/account' : '/login';

export function frameOf(
  config: Pick<SiteConfig, 'productName' | 'pages' | 'email' | 'providers' | 'organizations' | 'challenge'>,
  assets: Assets,
  base: string,
): SiteFrame {
  const urlOf = (asset: Asset) => `${base}/pages/${asset.name}`;
  const { pages, providers } = config;
  const { style, wideStyle, passkeys, page, challenge, theme, logo, darkLogo, icon, texts } = assets;
  return {
    base,
    home: pages.areas.length > 0 ? base + homeOf(pages) : null,
    product: config.productName,
    texts,
    homeUrl: pages.homeUrl,
    links: footerLinks(pages),
    asksPhone: pages.phoneField,
    areas: pages.areas,
    hasOrganizations: config.organizations !== null,
    sendsMails: sendsMails(config),
    providers,
    styles: { all: urlOf(style), wide: urlOf(wideStyle), theme: theme && urlOf(theme) },
    passkeyScript: urlOf(passkeys),
    pageScript: urlOf(page),
    challengeScript: challenge ? urlOf(challenge) : config.challenge.scriptUrl,
    logo: logo && urlOf(logo),
    darkLogo: darkLogo && urlOf(darkLogo),
    providerIcons: iconsOfProviders(assets, urlOf),
    icon: urlOf(icon),
  };
}

/** What a page loads, and where its forms lead, by CSP directive. */
export const policyOf = ({ themeCss, redirectUris }: PagesConfig): Readonly<Record<string, readonly string[]>> => ({
  'style-src': ["'self'"],
  'script-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  // Of THEME_CSS.
  ...(themeCss !== null && { 'font-src': ['data:'] }),
  'form-action': ["'self'", ...originsOf(redirectUris)],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
});

const ofHcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];
const ofRecaptcha = ['https://www.gstatic.com', 'https://recaptcha.google.com'];
/** What a widget loads, too, by the origin of its script: the policies of docs.hcaptcha.com and of the FAQ of reCAPTCHA. */
const furtherOrigins: Readonly<Record<string, readonly string[]>> = {
  'https://js.hcaptcha.com': ofHcaptcha,
  'https://hcaptcha.com': ofHcaptcha,
  'https://www.google.com': ofRecaptcha,
  'https://www.recaptcha.net': ofRecaptcha,
};

/** A page with the widget of another service also loads its script, which knows nothing of Trusted Types, and its frame. */
export function policyWithSite(policy: ReturnType<typeof policyOf>, scriptUrl: string): ReturnType<typeof policyOf> {
  const { 'require-trusted-types-for': _, 'trusted-types': _none, ...others } = policy;
  const { origin } = new URL(scriptUrl);
  const sources = ["'self'", origin, ...(furtherOrigins[origin] ?? [])];
  return { ...others, 'script-src': sources, 'style-src': sources, 'frame-src': sources, 'connect-src': sources };
}

function iconsOfProviders({ providerIcons, marks }: Assets, urlOf: (asset: Asset) => string): Frame['providerIcons'] {
  const pictures = [...providerIcons].map(([id, asset]) => [id, { href: urlOf(asset), isPicture: true }] as const);
  const ofMarks = marks?.ids.map((id) => [id, { href: `${urlOf(marks.asset)}#${id}`, isPicture: false }] as const);
  return Object.fromEntries([...pictures, ...(ofMarks ?? [])]);
}

const footerLinks = ({ helpUrl, termsUrl, privacyUrl }: PagesConfig): Frame['links'] => ({
  ...(helpUrl && { help: helpUrl }),
  ...(termsUrl && { terms: termsUrl }),
  ...(privacyUrl && { privacy: privacyUrl }),
});
