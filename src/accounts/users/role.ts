/** The maximum number of roles of a user. With this many of the longest names, an access token still has less than 4 kB. */
export const mostRoles = 20;
export const longestRole = 63;

const wellFormed = /^[a-z][a-z0-9:_-]{0,62}$/;

/** The detail `roles` of the event of a new account. Most accounts get none. */
export const rolesOf = ({ roles }: { roles: readonly string[] }) => (roles.length > 0 ? { roles } : {});

/** Whether the text can be the name of a role: lower-case ASCII letters, digits, `:`, `_` and `-`, a letter first. */
export const isRole = (text: unknown): text is string => typeof text === 'string' && wellFormed.test(text);
