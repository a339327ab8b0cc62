import { z } from 'zod';
import { password, passwordLength } from '../../accounts/passwords/password.inputs';
import {
  checkProof,
  exampleOneTimeToken,
  proofFields,
  proofOf,
} from '../../platform/one-time-tokens/token-proof.inputs';
import { email } from '../../platform/request/email-address.inputs';
import { optionalTextWith, textWith, typedString } from '../../platform/request/input-parser';

export const sendEmailVerificationInput = z
  .object({
    email: textWith(email).meta({
      description: 'The e-mail address to verify. Upper and lower case make no difference.',
      example: 'ada@example.com',
    }),
  })
  .meta({ description: 'The address that `sendEmailVerification` sends an e-mail to.' });

export const confirmEmailInput = z
  .object({
    ...proofFields,
    password: optionalTextWith(password).meta({
      description: `The password of the account that this creates. Required with \`REGISTRATION=confirm\`, because anyone can have sent the password of the registration. ${passwordLength} Spaces count, also at both ends.`,
      example: 'correct horse battery',
    }),
  })
  .superRefine(checkProof)
  .transform((input) => ({ proof: proofOf(input), password: input.password ?? null }))
  .meta({
    description: 'The token, or the address and the code, for `confirmEmail`. For a new account, also its password.',
  });

export const disownEmailInput = z.object({
  token: typedString.meta({ description: 'The token in the link of the e-mail.', example: exampleOneTimeToken }),
});
