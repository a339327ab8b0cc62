import type { ProviderConfig } from '../../accounts/providers/providers.settings';
import { accentColorsOf, defaultAccent } from '../../platform/config/accent-color';
import { readFavicon, readLogo, readProviderIcon, readTheme, type ThemeFile } from '../../platform/config/theme-files';
import { type Asset, createAsset } from '../../platform/http/asset';
import type { PagesConfig } from '../pages.settings';
import { type OwnTexts, readPageTexts } from '../words/own-texts';
import { iconOf } from './look/icon';
import { pageScript } from './look/page-script';
import { passkeyScript } from './look/passkey-script';
import { hasMark, marksOf } from './look/provider-marks';
import { stylesheet, wideStylesheet } from './look/stylesheet';

export interface Assets {
  style: Asset;
  /** For the pages of the account and of the console. */
  wideStyle: Asset;
  passkeys: Asset;
  page: Asset;
  /** Null without puzzles (CHALLENGE). */
  challenge: Asset | null;
  theme: Asset | null;
  logo: Asset | null;
  darkLogo: Asset | null;
  /** The pictures of the operator for providers, by their ids. */
  providerIcons: ReadonlyMap<string, Asset>;
  /** The marks of the other providers. */
  marks: { asset: Asset; ids: readonly string[] } | null;
  texts: OwnTexts;
  /** What the tab of a browser shows: its own picture, the logo, or a gate in the color of the operator. */
  icon: Asset;
}

type Files = Pick<PagesConfig, 'texts' | 'themeCss' | 'logo' | 'darkLogo' | 'favicon' | 'accentColor'>;

/** Reads the files of the settings. @throws ConfigError if one of them cannot be used */
export function loadAssets(
  config: Files,
  providers: readonly Pick<ProviderConfig, 'id' | 'icon'>[],
  { hasPuzzles = false } = {},
): Assets {
  const logo = assetOf('logo', readLogo(config.logo));
  const marked = providers.filter(({ id, icon }) => icon === null && hasMark(id)).map(({ id }) => id);
  const marks = createAsset('marks', '.svg', 'image/svg+xml', Buffer.from(marksOf(marked)));
  const drawn = Buffer.from(iconOf(config.accentColor ?? defaultAccent));
  return {
    style: createAsset(
      'style',
      '.css',
      'text/css; charset=utf-8',
      Buffer.from(small(stylesheet) + accentRules(config.accentColor)),
    ),
    wideStyle: createAsset('wide', '.css', 'text/css; charset=utf-8', Buffer.from(small(wideStylesheet))),
    passkeys: scriptOf('passkeys', passkeyScript),
    page: scriptOf('page', pageScript),
    challenge: hasPuzzles ? scriptOf('challenge', challengeScript()) : null,
    theme: assetOf('theme', readTheme(config.themeCss)),
    logo,
    darkLogo: assetOf('logo-dark', readLogo(config.darkLogo, 'LOGO_DARK')),
    providerIcons: new Map(
      providers.flatMap(({ id, icon }) => {
        const asset = assetOf(id, readProviderIcon(id, icon));
        return asset ? [[id, asset] as const] : [];
      }),
    ),
    marks: marked.length > 0 ? { asset: marks, ids: marked } : null,
    texts: readPageTexts(config.texts),
    icon:
      assetOf('favicon', readFavicon(config.favicon)) ?? logo ?? createAsset('icon', '.svg', 'image/svg+xml', drawn),
  };
}

/** Loaded only with puzzles. */
const challengeScript = () =>
  (require('./look/challenge-script') as typeof import('./look/challenge-script.js')).challengeScript;

/** Every file once: the icon can be the logo. */
export function filesOf({ texts: _, providerIcons, marks, ...files }: Assets): Asset[] {
  const all = [...Object.values(files), ...providerIcons.values(), marks?.asset];
  return [...new Set(all)].flatMap((asset) => asset ?? []);
}

/** Without indentation and comments. */
const scriptOf = (name: string, script: string): Asset =>
  createAsset(name, '.js', 'text/javascript; charset=utf-8', Buffer.from(script.replaceAll(/^\s*\/\/.*\n|^\s+/gm, '')));

const assetOf = (name: string, file: ThemeFile | null): Asset | null =>
  file && createAsset(name, file.extension, file.type, file.content);

/** Without the spaces that only people need. */
const small = (css: string): string => css.replaceAll(/\s*\n\s*|(?<=[{;,]) +|(?<=[a-z]:) +| +(?=[{}])/g, '');

function accentRules(color: string | null): string {
  if (color === null) return '';
  const { light, dark } = accentColorsOf(color);
  const rules = ({ accent, strong, soft }: typeof light) =>
    `:root { --accent: ${accent}; --accent-strong: ${strong}; --accent-soft: ${soft}; --good: ${accent}; }`;
  return `${rules(light)}\n@media (prefers-color-scheme: dark) { ${rules(dark)} }\n`;
}
