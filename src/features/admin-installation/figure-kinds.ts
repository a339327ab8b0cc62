/** What is counted of an hour. */
const counted = ['sign_in', 'rejected', 'new_account'] as const;
export type CountedKind = (typeof counted)[number];

/** Ends the kinds of the sums of a day, in UTC. Their `hour` is its first one. */
export const ofDay = '_of_day';

const listed = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

/** For statements. */
export const kinds = listed(counted);
export const kindsOfDay = listed(counted.map((kind) => kind + ofDay));
export const allKinds = `${kinds}, ${kindsOfDay}, 'hour', 'accounts'`;

/** A part of the accounts. */
export interface AccountCounts {
  total: number;
  /** Who signed in since a time. */
  active: number;
  verified: number;
  twoStep: number;
  passkey: number;
}

export const accountLabels = [
  'total',
  'active',
  'verified',
  'twoStep',
  'passkey',
] as const satisfies (keyof AccountCounts)[];
