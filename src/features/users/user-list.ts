export const userSorts = {
  newest: 'By the time of creation, the newest user first.',
  oldest: 'By the time of creation, the oldest user first.',
  email: 'By the e-mail address.',
} as const;
export type UserSort = keyof typeof userSorts;

/** How many users are counted for the number of all users. */
export const mostCounted = 10_000;
