import type { ApiKeyVerifier } from '../../accounts/keys/api-key-verifier';
import type { Metric } from '../../platform/observability/metric';

export function apiKeysMetrics({
  apiKeyVerifier,
}: {
  apiKeyVerifier: Pick<ApiKeyVerifier, 'counts'> | null;
}): Metric[] {
  return [
    {
      name: 'gatehouse_api_key_checks_total',
      help: 'API keys that were verified. `result` is `accepted`, `rejected` (unknown, deleted or expired), or `malformed` (a wrong checksum). Empty with `API_KEYS=off`.',
      type: 'counter',
      labels: ['result'],
      read: () =>
        Object.entries(apiKeyVerifier?.counts ?? {}).map(([result, value]) => ({ labels: { result }, value })),
    },
  ];
}
