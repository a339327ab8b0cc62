import { apiKeyLimits } from '../../accounts/keys/api-key.limits';
import { ApiKeyStore } from '../../accounts/keys/api-key.store';
import { apiKeyReasons } from '../../accounts/keys/api-keys.reasons';
import { apiKeyActions } from '../../accounts/users/api-keys.audit';
import { apiKeyEvents } from '../../accounts/users/api-keys.events';
import type { Feature } from '../../platform/feature';
import { apiKeyMails } from './api-keys.mails';
import { apiKeysMetrics } from './api-keys.metrics';
import * as apiKeys from './api-keys.operations';
import { apiKeysSettings } from './api-keys.settings';
import { apiKeysTables } from './api-keys.tables';
import { apiKeysCleanUp } from './api-keys-clean-up';

export const apiKeysFeature = {
  limits: apiKeyLimits,
  settings: [apiKeysSettings],
  operations: [apiKeys],
  actions: [apiKeyActions],
  events: [apiKeyEvents],
  stores: { apiKeys: ApiKeyStore },
  tables: apiKeysTables,
  cleanUp: apiKeysCleanUp,
  metrics: [apiKeysMetrics],
  mails: apiKeyMails,
  reasons: [apiKeyReasons],
} satisfies Feature;
