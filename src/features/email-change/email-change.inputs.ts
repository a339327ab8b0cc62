import { z } from 'zod';
import { passwordOrFactor } from '../../accounts/passwords/password.inputs';
import {
  checkProof,
  exampleOneTimeToken,
  proofFields,
  proofOf,
} from '../../platform/one-time-tokens/token-proof.inputs';
import { email } from '../../platform/request/email-address.inputs';
import { textWith, typedString } from '../../platform/request/input-parser';

export const changeEmailInput = z
  .object({
    email: textWith(email).meta({
      description:
        'The new e-mail address, with at most 254 characters. The part before the @ must be ASCII. Gatehouse removes white space around it and keeps the rest as entered.',
      example: 'ada@example.org',
    }),
    currentPassword: passwordOrFactor,
  })
  .meta({ description: 'The new address and the current password, for `changeEmail`.' });

export const confirmEmailChangeInput = z
  .object(proofFields)
  .superRefine(checkProof)
  .transform(proofOf)
  .meta({ description: 'The token, or the address and the code, for `confirmEmailChange`.' });

export const undoEmailChangeInput = z
  .object({
    token: typedString.meta({
      description: 'The token in the link of the e-mail to the old address: 64 characters.',
      example: exampleOneTimeToken,
    }),
  })
  .meta({ description: 'The token, for `undoEmailChange`.' });
