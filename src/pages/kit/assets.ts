import { accentColorsOf, defaultAccent } from '../../platform/config/accent-color';
import { readLogo, readTheme } from '../../platform/config/theme-files';
import { type Asset, createAsset } from '../../platform/http/asset';
import type { PagesConfig } from '../pages.settings';
import { iconOf } from './look/icon';
import { pageScript } from './look/page-script';
import { passkeyScript } from './look/passkey-script';
import { stylesheet } from './look/stylesheet';

export interface Assets {
  style: Asset;
  passkeys: Asset;
  page: Asset;
  theme: Asset | null;
  logo: Asset | null;
  /** What the tab of a browser shows: the logo, or a gate in the color of the operator. */
  icon: Asset;
}

/** Reads the files of THEME_CSS and LOGO. @throws ConfigError if one of them cannot be used */
export function loadAssets(config: Pick<PagesConfig, 'themeCss' | 'logo' | 'accentColor'>): Assets {
  const theme = readTheme(config.themeCss);
  const logoFile = readLogo(config.logo);
  const logo = logoFile && createAsset('logo', logoFile.extension, logoFile.type, logoFile.content);
  const icon = Buffer.from(iconOf(config.accentColor ?? defaultAccent));
  return {
    style: createAsset(
      'style',
      '.css',
      'text/css; charset=utf-8',
      Buffer.from(stylesheet + accentRules(config.accentColor)),
    ),
    passkeys: createAsset('passkeys', '.js', 'text/javascript; charset=utf-8', Buffer.from(passkeyScript)),
    page: createAsset('page', '.js', 'text/javascript; charset=utf-8', Buffer.from(pageScript)),
    theme: theme && createAsset('theme', theme.extension, theme.type, theme.content),
    logo,
    icon: logo ?? createAsset('icon', '.svg', 'image/svg+xml', icon),
  };
}

function accentRules(color: string | null): string {
  if (color === null) return '';
  const { light, dark } = accentColorsOf(color);
  const rules = ({ accent, strong, soft }: typeof light) =>
    `:root { --accent: ${accent}; --accent-strong: ${strong}; --accent-soft: ${soft}; --good: ${accent}; }`;
  return `${rules(light)}\n@media (prefers-color-scheme: dark) { ${rules(dark)} }\n`;
}
