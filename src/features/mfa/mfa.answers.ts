import { z } from 'zod';
import { addedFactor, recoveryCodes } from '../../accounts/factors/factor.answers';
import { passkeyRecord } from '../../accounts/factors/passkey.answers';
import { answerOf, graphqlType, nothing } from '../../platform/operations/answer';

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

export const confirmTotpAnswer = answerOf(addedFactor, {
  is: 'The access token and the recovery codes.',
  result: 'The access token and the codes.',
  envelope: 'The new access token and the recovery codes of the user.',
  envelopeName: 'ConfirmedTotpEnvelope',
  response: 'The authenticator app is a second factor.',
});

export const removeTotpAnswer = nothing('The authenticator app was removed.');

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
