import { readLogo, readTheme } from '../../platform/config/theme-files';
import { type Asset, createAsset } from '../../platform/http/asset';
import type { PagesConfig } from '../pages.settings';
import { formScript } from './look/form-script';
import { passkeyScript } from './look/passkey-script';
import { stylesheet } from './look/stylesheet';

export interface Assets {
  style: Asset;
  passkeys: Asset;
  forms: Asset;
  theme: Asset | null;
  logo: Asset | null;
}

/** Reads the files of THEME_CSS and LOGO. @throws ConfigError if one of them cannot be used */
export function loadAssets(config: Pick<PagesConfig, 'themeCss' | 'logo'>): Assets {
  const [theme, logo] = [readTheme(config.themeCss), readLogo(config.logo)];
  return {
    style: createAsset('style', '.css', 'text/css; charset=utf-8', Buffer.from(stylesheet)),
    passkeys: createAsset('passkeys', '.js', 'text/javascript; charset=utf-8', Buffer.from(passkeyScript)),
    forms: createAsset('forms', '.js', 'text/javascript; charset=utf-8', Buffer.from(formScript)),
    theme: theme && createAsset('theme', theme.extension, theme.type, theme.content),
    logo: logo && createAsset('logo', logo.extension, logo.type, logo.content),
  };
}
