/** The name of the checkbox of a role. Each has its own, because a form can have a name once. */
export const roleField = (role: string): string => `role_${role}`;
