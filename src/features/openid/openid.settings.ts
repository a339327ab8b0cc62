import { optional, settingsOn, text } from '../../platform/config/setting';

const setting = settingsOn('tokens');

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
};
