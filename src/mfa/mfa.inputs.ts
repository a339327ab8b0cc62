import { z } from 'zod';
import { factorCode } from '../auth/auth.inputs';
import { reasons } from '../errors/app-error';
import { currentPassword } from '../passwords/password.inputs';
import { parserOf, typedString } from '../request/input-parser';
import { passkeyAssertion, passkeyObject } from './passkey.inputs';

/** Either a code or a passkey completes a login. */
export const completeLoginInput = z
  .object({ token: typedString, code: z.string(reasons.notAString).nullish(), passkey: passkeyObject.nullish() })
  .pipe(z.object({ token: z.string(), code: factorCode.nullish(), passkey: passkeyAssertion.nullish() }))
  .transform(({ token, code, passkey }, ctx) => {
    if (typeof code === 'string' && !passkey) return { token, proof: { code } };
    if (passkey && typeof code !== 'string') return { token, proof: { passkey } };
    ctx.addIssue({
      code: 'custom',
      path: ['code'],
      message: code ? 'must not be sent with a passkey' : reasons.required,
    });
    return z.NEVER;
  });

/** A user with a second factor can leave the current password out. */
export const enrollTotpInput = z
  .object({ currentPassword: z.string(reasons.notAString).nullish(), token: z.string(reasons.notAString).nullish() })
  .pipe(z.object({ currentPassword: currentPassword.nullish(), token: z.string().nullish() }))
  .transform(({ currentPassword = null, token = null }) => ({ currentPassword, token }));

export const confirmTotpInput = z.object({ code: typedString }).pipe(z.object({ code: factorCode }));

export type CompleteLoginField = keyof z.input<typeof completeLoginInput>;
export type EnrollTotpField = keyof z.input<typeof enrollTotpInput>;
export type ConfirmTotpField = keyof z.input<typeof confirmTotpInput>;

export const parseCompleteLoginInput = parserOf(completeLoginInput);
export const parseEnrollTotpInput = parserOf(enrollTotpInput);
export const parseConfirmTotpInput = parserOf(confirmTotpInput);
