import { z } from 'zod';
import { reasons } from '../../platform/errors/app-error';
import { keysOf } from '../../platform/runtime/keys-of';
import { statedReason } from './user-changes.inputs';

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

export const bulkInput = z
  .object({
    ids: z
      .array(z.string(idsRule).meta({ format: 'uuid' }), {
        error: ({ input }) => (input === undefined ? reasons.required : idsRule),
      })
      .min(1, idsRule)
      .max(mostBulkIds, idsRule)
      .meta({
        description: `The ids of the accounts, from 1 to ${mostBulkIds}. An id that occurs several times is changed once.`,
        example: ['01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90'],
      }),
    action: z
      .enum(keysOf(bulkActions), {
        error: ({ input }) =>
          input === undefined
            ? reasons.required
            : `must be ${Object.keys(bulkActions)
                .map((name) => `"${name}"`)
                .join(', ')}`,
      })
      .meta({
        enumName: 'BulkAction',
        description: 'What to do with each account.',
        example: 'disable',
        values: bulkActions,
      }),
    reason: statedReason,
    notify: z.boolean('must be true or false').nullish().meta({
      description:
        'Whether each user that is disabled gets an e-mail that says so, if the address is verified. Only for `disable`. False by default.',
      example: true,
    }),
  })
  .superRefine(({ action, notify }, ctx) => {
    if (notify && action !== 'disable') {
      ctx.addIssue({ code: 'custom', path: ['notify'], message: 'is only possible with "disable"' });
    }
  })
  .meta({ description: 'The accounts and what to do with them.' });
