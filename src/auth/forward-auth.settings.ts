import { flag, setting } from '../config/setting';

export const forwardAuthSettings = {
  verifyReturnsEmail: setting(
    'VERIFY_TELLS_EMAIL',
    flag.default(false),
    'whether `/auth/verify` answers with `X-Auth-Email`, at the cost of a query',
  ),
};
