import { organizationPurposes } from './organizations.purposes';

/** The SQL that makes the links of the invitations of `ended` invalid, so that a mail with one is not sent either. */
export const voidingLinksOf = (ended: string, at: string) => `
    voided AS (
      UPDATE one_time_tokens t SET used_ts = ${at} FROM ${ended} e
      WHERE t.address = e.email_canonical AND t.purpose = '${organizationPurposes.organization_invitation.name}'
        AND t.details->>'invitation' = e.id::text AND t.used_ts IS NULL
    )`;
