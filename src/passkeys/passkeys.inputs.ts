import { z } from 'zod';
import { refreshTokenIn, scope } from '../auth/auth.inputs';
import { reasons } from '../errors/app-error';
import { passkeyAssertion, passkeyObject, passkeyRegistration } from '../mfa/passkey.inputs';
import { currentPassword } from '../passwords/password.inputs';
import { parserOf, typedString } from '../request/input-parser';
import { personName } from '../users/user.inputs';

/** Like the name of a person: 1 to 100 characters. */
const name = personName;

export const loginWithPasskeyInput = z
  .object({
    passkey: passkeyObject,
    scope: z.string(reasons.notAString).default(''),
    refreshTokenIn: refreshTokenIn.default('body'),
  })
  .pipe(z.object({ passkey: passkeyAssertion, scope, refreshTokenIn }))
  .transform(({ passkey, scope, refreshTokenIn }) => ({
    passkey,
    options: { offlineAccess: scope.offlineAccess || refreshTokenIn === 'cookie', refreshTokenIn },
  }));

/** A user with a second factor can leave the current password out. */
export const addPasskeyOptionsInput = z
  .object({ currentPassword: z.string(reasons.notAString).nullish() })
  .pipe(z.object({ currentPassword: currentPassword.nullish() }))
  .transform(({ currentPassword = null }) => ({ currentPassword }));

export const addPasskeyInput = z
  .object({ passkey: passkeyObject, name: z.string(reasons.notAString).nullish() })
  .pipe(z.object({ passkey: passkeyRegistration, name: name.nullish() }))
  .transform(({ passkey, name = null }) => ({ passkey, name }));

export const renamePasskeyInput = z
  .object({ id: typedString.meta({ format: 'uuid' }), name: typedString })
  .pipe(z.object({ id: z.string(), name }));

export const removePasskeyInput = z.object({ id: typedString.meta({ format: 'uuid' }) });

export type LoginWithPasskeyField = keyof z.input<typeof loginWithPasskeyInput>;
export type AddPasskeyOptionsField = keyof z.input<typeof addPasskeyOptionsInput>;
export type AddPasskeyField = keyof z.input<typeof addPasskeyInput>;
export type RenamePasskeyField = keyof z.input<typeof renamePasskeyInput>;
export type RemovePasskeyField = keyof z.input<typeof removePasskeyInput>;

export const parseLoginWithPasskeyInput = parserOf(loginWithPasskeyInput);
export const parseAddPasskeyOptionsInput = parserOf(addPasskeyOptionsInput);
export const parseAddPasskeyInput = parserOf(addPasskeyInput);
export const parseRenamePasskeyInput = parserOf(renamePasskeyInput);
export const parseRemovePasskeyInput = parserOf(removePasskeyInput);
