import { asUserIf } from '../accounts/auth/switched-off';
import { ApiKeysService, keysOff } from '../features/api-keys/api-keys.service';
import type { SecondFactors } from './mfa';
import type { Openid } from './openid';
import { organizationChangesOf } from './organizations';
import type { Passwords } from './passwords';
import type { Shared } from './shared';

export function createApiKeys(shared: Shared, needs: SecondFactors & Passwords & Pick<Openid, 'resources'>) {
  const organizations = organizationChangesOf(shared);
  return {
    apiKeys: new ApiKeysService({
      ...{ ...shared, ...needs },
      asUser: asUserIf(shared.config.apiKeys, shared, keysOff),
      mostDays: shared.config.apiKeyDays,
      hasOrganizations: shared.config.organizations !== null,
      lockOrganization: async (tx, id, memberId) =>
        (await organizations.locked(tx, id, { memberId }, () => true)).organization,
    }),
  };
}
