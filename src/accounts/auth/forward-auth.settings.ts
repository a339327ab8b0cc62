import { flag, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('tokens');

export const forwardAuthSettings = {
  verifyReturnsEmail: setting(
    'VERIFY_TELLS_EMAIL',
    flag.default(false),
    'Whether `/auth/verify` returns `X-Auth-Email`, which costs a database query each time.',
  ),
};
