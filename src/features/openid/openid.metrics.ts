import type { Metric } from '../../platform/observability/metric';
import { authorizationResults, grants, type OpenidCounts } from './openid-counts';

export function openidMetrics({ openidCounts: counts }: { openidCounts: Pick<OpenidCounts, 'of'> }): Metric[] {
  return [
    {
      name: 'gatehouse_authorizations_total',
      help: 'Sign-ins that applications started. `result` is `code`, `denied` by the person, or `error`.',
      type: 'counter',
      labels: ['result'],
      read: () => authorizationResults.map((result) => ({ labels: { result }, value: counts.of(result) })),
    },
    {
      name: 'gatehouse_client_tokens_total',
      help: 'Access tokens that applications got. `grant` is `authorization_code`, `refresh_token` or `client_credentials`.',
      type: 'counter',
      labels: ['grant'],
      read: () => grants.map((grant) => ({ labels: { grant }, value: counts.of(grant) })),
    },
  ];
}
