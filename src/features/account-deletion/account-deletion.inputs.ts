import { z } from 'zod';
import { passwordOrFactor } from '../../accounts/passwords/password.inputs';
import { exampleOneTimeToken } from '../../platform/one-time-tokens/token-proof.inputs';
import { typedString } from '../../platform/request/input-parser';

export const deleteAccountInput = z
  .object({ currentPassword: passwordOrFactor })
  .meta({ description: 'The current password, for `deleteAccount`.' });

export const cancelDeletionInput = z
  .object({
    token: typedString.meta({
      description: 'The token in the link of the e-mail: 64 characters.',
      example: exampleOneTimeToken,
    }),
  })
  .meta({ description: 'The token, for `cancelDeletion`.' });
