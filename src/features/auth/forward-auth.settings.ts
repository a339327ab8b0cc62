import { flag, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('tokens');

export const forwardAuthSettings = {
  verifyReturnsEmail: setting(
    'VERIFY_TELLS_EMAIL',
    flag.default(false),
    'Whether `/auth/verify` returns the header `X-Auth-Email`. With `true`, each verification needs a database query.',
  ),
};
