import { accentColorsOf } from '../../platform/config/accent-color';
import { readLogo, readTheme } from '../../platform/config/theme-files';
import { type Asset, createAsset } from '../../platform/http/asset';
import type { PagesConfig } from '../pages.settings';
import { pageScript } from './look/page-script';
import { passkeyScript } from './look/passkey-script';
import { stylesheet } from './look/stylesheet';

export interface Assets {
  style: Asset;
  passkeys: Asset;
  page: Asset;
  theme: Asset | null;
  logo: Asset | null;
}

/** Reads the files of THEME_CSS and LOGO. @throws ConfigError if one of them cannot be used */
export function loadAssets(config: Pick<PagesConfig, 'themeCss' | 'logo' | 'accentColor'>): Assets {
  const [theme, logo] = [readTheme(config.themeCss), readLogo(config.logo)];
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
    logo: logo && createAsset('logo', logo.extension, logo.type, logo.content),
  };
}

function accentRules(color: string | null): string {
  if (color === null) return '';
  const { light, dark } = accentColorsOf(color);
  const rules = ({ accent, strong, soft }: typeof light) =>
    `:root { --accent: ${accent}; --accent-strong: ${strong}; --accent-soft: ${soft}; --good: ${accent}; }`;
  return `${rules(light)}\n@media (prefers-color-scheme: dark) { ${rules(dark)} }\n`;
}
