import { z } from 'zod';
import { answerOf, graphqlType, nothing } from '../../platform/operations/answer';
import { exampleJwt } from '../auth/auth.answers';
import { passkeyRecord } from './passkey.answers';

const factorsRecord = graphqlType('Factors', 'The second factors of a user.', {
  twoStep: z.boolean().meta({
    description: 'Whether two-step sign-in is on: a login with the password needs a second factor, too.',
    example: true,
  }),
  totp: z.boolean().meta({ description: 'Whether an authenticator app is a second factor.', example: true }),
  passkeys: z.array(passkeyRecord).meta({ description: 'The passkeys of the user, oldest first.' }),
  recoveryCodes: z.int().meta({ description: 'The number of recovery codes that were not used.', example: 10 }),
});
export type ListedFactors = z.infer<typeof factorsRecord>;

export const factorsAnswer = answerOf(factorsRecord, {
  is: 'The second factors.',
  envelope: 'The second factors of the user.',
  response: 'The second factors of the user.',
});

const enrolledTotp = graphqlType('EnrollTotpResult', 'The secret for an authenticator app.', {
  secret: z.string().meta({
    description: 'The secret in base32, for an authenticator app into which the user types it.',
    example: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  }),
  uri: z.string().meta({
    description: 'The secret as a URI. The client shows it as a QR code.',
    example:
      'otpauth://totp/Gatehouse:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Gatehouse&algorithm=SHA1&digits=6&period=30',
  }),
});
export type EnrolledTotp = z.infer<typeof enrolledTotp>;

export const enrollTotpAnswer = answerOf(enrolledTotp, {
  is: 'The secret.',
  envelope: 'The secret for an authenticator app.',
  envelopeName: 'TotpEnvelope',
  response: 'The secret was created.',
});

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

const addedFactor = graphqlType(
  'ConfirmTotpResult',
  'What a user gets with a new authenticator app.',
  addedFactorFields,
);
export type AddedFactor = z.infer<typeof addedFactor>;

export const confirmTotpAnswer = answerOf(addedFactor, {
  is: 'The access token and the recovery codes.',
  result: 'The access token and the codes.',
  envelope: 'The new access token and the recovery codes of the user.',
  envelopeName: 'ConfirmedTotpEnvelope',
  response: 'The authenticator app is a second factor.',
});

export const removeTotpAnswer = nothing('The authenticator app was removed.');

const recoveryCodes = graphqlType('RecoveryCodesResult', 'The recovery codes of a user.', {
  recoveryCodes: addedFactorFields.recoveryCodes,
});
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

const codesTexts = {
  is: 'The recovery codes.',
  envelope: 'The recovery codes of the user.',
  envelopeName: 'RecoveryCodesEnvelope',
};
export const regenerateRecoveryCodesAnswer = answerOf(recoveryCodes, {
  ...codesTexts,
  response: 'The new recovery codes.',
});
export const setTwoStepAnswer = answerOf(recoveryCodes, { ...codesTexts, response: 'Two-step sign-in is on, or off.' });
