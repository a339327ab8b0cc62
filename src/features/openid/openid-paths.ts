/** The endpoints to which applications send people. They are pages, so no operation has these paths. */
export const openidPaths = { authorize: '/oauth/authorize', logout: '/oauth/logout' } as const;
