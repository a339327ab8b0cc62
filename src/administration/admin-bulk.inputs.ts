import { z } from 'zod';
import { reasons } from '../errors/app-error';
import { parserOf } from '../request/input-parser';

export const mostBulkIds = 1000;

/** What can be done with many accounts. */
export const bulkActions = {
  disable: 'Disables the account and ends its sessions.',
  enable: 'Enables the account.',
  end_sessions: 'Ends all sessions of the account.',
  delete: 'Deletes the account. It is erased after the grace period.',
  send_reset: 'Mails the user a link to set a new password.',
} as const;
export type BulkAction = keyof typeof bulkActions;

const idsRule = `must be a list of 1 to ${mostBulkIds} ids`;

export const bulkInput = z.object({
  ids: z
    .array(z.string(idsRule), { error: ({ input }) => (input === undefined ? reasons.required : idsRule) })
    .min(1, idsRule)
    .max(mostBulkIds, idsRule),
  action: z.enum(Object.keys(bulkActions) as BulkAction[], {
    error: ({ input }) =>
      input === undefined
        ? reasons.required
        : `must be ${Object.keys(bulkActions)
            .map((name) => `"${name}"`)
            .join(', ')}`,
  }),
});

export type BulkField = keyof z.input<typeof bulkInput>;
export const parseBulkInput = parserOf(bulkInput);
