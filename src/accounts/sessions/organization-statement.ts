/** A condition: the user is a member of the organization, which is enabled. True without an organization. */
export const actsFor = (user: string, organization: string) => `(${organization} IS NULL OR EXISTS (
  SELECT 1 FROM memberships JOIN organizations ON organizations.id = organization_id
  WHERE user_id = ${user} AND organization_id = ${organization} AND disabled_ts IS NULL))`;
