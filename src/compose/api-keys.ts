import { asUserIf } from '../accounts/auth/switched-off';
import { ApiKeysService, keysOff } from '../features/api-keys/api-keys.service';
import type { SecondFactors } from './mfa';
import type { Openid } from './openid';
import type { Passwords } from './passwords';
import type { Shared } from './shared';

export const createApiKeys = (shared: Shared, needs: SecondFactors & Passwords & Pick<Openid, 'resources'>) => ({
  apiKeys: new ApiKeysService({
    ...{ ...shared, ...needs },
    asUser: asUserIf(shared.config.apiKeys, shared, keysOff),
    mostDays: shared.config.apiKeyDays,
  }),
});
