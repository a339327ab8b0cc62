import { z } from 'zod';
import { graphqlType } from '../../platform/operations/answer';
import { exampleJwt } from '../auth/auth.answers';

/** What a user gets with a new second factor. */
export const addedFactorFields = {
  jwt: z.string().meta({
    description:
      'A new access token of the same session. Its level is `aal2` if the new factor has raised the session. The refresh token of the session stays valid.',
    example: exampleJwt,
  }),
  recoveryCodes: z.array(z.string().meta({ description: 'A recovery code.' })).meta({
    description:
      'The recovery codes. Each replaces a lost second factor once. Gatehouse stores only hashes, so it cannot show them again. Empty if the operation has created none.',
    example: ['8Q2ZV-4T9XW-0K6RM-JH3PC-Y7ND5', 'M5E1B-XQ8T0-2VKDW-9GZ4R-6HJSN'],
  }),
};

export const addedFactor = graphqlType(
  'ConfirmTotpResult',
  'What a user gets with a new authenticator app.',
  addedFactorFields,
);
export type AddedFactor = z.infer<typeof addedFactor>;

export const recoveryCodes = graphqlType('RecoveryCodesResult', 'The recovery codes of a user.', {
  recoveryCodes: addedFactorFields.recoveryCodes,
});
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
