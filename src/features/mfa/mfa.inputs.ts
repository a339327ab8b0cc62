import { z } from 'zod';
import { factorCode } from '../../accounts/auth/auth.inputs';
import { assertionText, passkeyAssertion } from '../../accounts/factors/passkey.inputs';
import { passwordOrEarlierFactor } from '../../accounts/passwords/password.inputs';
import { reasons } from '../../platform/errors/app-error';
import { optionalTextWith, textWith, typedString, typedText } from '../../platform/request/input-parser';

export const factorCodeText =
  'A code of the authenticator app (6 digits), or a recovery code. White space makes no difference.';

const exampleToken = 'nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE';
const eitherOne = 'The client sends either a code or a passkey.';

export const completeLoginInput = z
  .object({
    token: typedString.meta({
      description: 'The token of the challenge that the login returned.',
      example: exampleToken,
    }),
    code: optionalTextWith(factorCode).meta({ description: `${factorCodeText} ${eitherOne}`, example: '402913' }),
    passkey: passkeyAssertion.nullish().meta({ description: `${assertionText}. ${eitherOne}` }),
  })
  .transform(({ token, code, passkey }, ctx) => {
    if (typeof code === 'string' && !passkey) return { token, proof: { code } };
    if (passkey && typeof code !== 'string') return { token, proof: { passkey } };
    ctx.addIssue({
      code: 'custom',
      path: ['code'],
      message: code ? 'must not be sent with a passkey' : reasons.required,
    });
    return z.NEVER;
  })
  .meta({ description: 'The challenge of a login, and the second factor, for `completeLogin`.' });

export const enrollTotpInput = z
  .object({
    currentPassword: passwordOrEarlierFactor,
    token: typedText.nullish().meta({
      description:
        'The token of a challenge without factors (setting `MFA=required`). The caller then needs no access token and no password.',
      example: exampleToken,
    }),
  })
  .transform(({ currentPassword, token = null }) => ({ currentPassword, token }))
  .meta({ description: 'The current password, or the token of a challenge, for `enrollTotp`.' });

export const setTwoStepInput = z
  .object({
    enabled: z
      .boolean({ error: ({ input }) => (input === undefined ? reasons.required : 'must be true or false') })
      .meta({ description: 'Whether a login with the password needs a second factor, too.', example: true }),
  })
  .meta({ description: 'Whether two-step sign-in is on, for `setTwoStep`.' });

export const confirmTotpInput = z
  .object({
    code: textWith(factorCode).meta({
      description: 'A code that the authenticator app shows now: 6 digits.',
      example: '402913',
    }),
  })
  .meta({ description: 'A code of the authenticator app, for `confirmTotp`.' });
