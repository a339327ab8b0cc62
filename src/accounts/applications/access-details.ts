import type { AuditDetails } from '../../platform/audit/audit-event';
import { hostOfDocument, type OAuthClient } from './oauth-client';

/** Returns what the audit says of the access that a person allows or denies. */
export function accessDetails(
  client: Pick<OAuthClient, 'id' | 'metadataUrl' | 'metadataTs'>,
  { resource, organizationId = null }: { resource: string | null; organizationId?: string | null },
): AuditDetails {
  const clientHost = hostOfDocument(client);
  const hasRow = clientHost === null || client.metadataTs !== null;
  return {
    ...(hasRow && { clientId: client.id }),
    ...(clientHost !== null && { clientHost }),
    ...(resource !== null && { resource }),
    ...(organizationId !== null && { organizationId }),
  };
}
