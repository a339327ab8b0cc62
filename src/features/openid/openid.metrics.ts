import type { Metric } from '../../platform/observability/metric';
import { authorizationResults, documentResults, grants, type OpenidCounts } from './openid-counts';

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
      help: 'Access tokens that applications got. `grant` is `authorization_code`, `refresh_token`, `client_credentials` or `urn:ietf:params:oauth:grant-type:device_code`.',
      type: 'counter',
      labels: ['grant'],
      read: () => grants.map((grant) => ({ labels: { grant }, value: counts.of(grant) })),
    },
    {
      name: 'gatehouse_client_documents_total',
      help: 'Documents of client ids that are URLs. `result` is `fetched`, `cached`, or `rejected` because of a rule.',
      type: 'counter',
      labels: ['result'],
      read: () => documentResults.map((result) => ({ labels: { result }, value: counts.of(result) })),
    },
  ];
}
