export const userSorts = {
  newest: 'By the time of creation, the newest user first.',
  oldest: 'By the time of creation, the oldest user first.',
  email: 'By the e-mail address.',
} as const;
export type UserSort = keyof typeof userSorts;

/** How many users are counted for the number of all users. */
export const mostCounted = 10_000;

/** The columns of the list of users that an import has no use for. A file with all of them is such a list. */
export const shownColumns: readonly string[] = ['has_password', 'factors', 'deletion_due_ts', 'two_step'];
