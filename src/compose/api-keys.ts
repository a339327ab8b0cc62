import { ApiKeysService } from '../features/api-keys/api-keys.service';
import type { SecondFactors } from './mfa';
import type { Openid } from './openid';
import type { Passwords } from './passwords';
import type { Shared } from './shared';

export const createApiKeys = (shared: Shared, needs: SecondFactors & Passwords & Pick<Openid, 'resources'>) => ({
  apiKeys: new ApiKeysService({ ...shared, ...needs, mostDays: shared.config.apiKeyDays }),
});
