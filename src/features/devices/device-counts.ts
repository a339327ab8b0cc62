import type { Counts } from '../../platform/observability/counts';

/** What happens to a sign-in on a device. */
export const deviceResults = ['started', 'allowed', 'denied'] as const;

/** What is counted of the sign-ins on devices. */
export type DeviceCounts = Counts<(typeof deviceResults)[number]>;
