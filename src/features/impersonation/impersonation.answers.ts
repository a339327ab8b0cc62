import { z } from 'zod';
import { exampleJwt } from '../../accounts/auth/auth.answers';
import { userRecord } from '../../accounts/users/user.answers';
import { answerOf, graphqlType } from '../../platform/operations/answer';

const impersonation = graphqlType('ImpersonateResult', 'What a super admin gets to act as a user.', {
  jwt: z.string().meta({
    description: 'The access token. A client sends it in the header `Authorization: Bearer <jwt>`.',
    example: exampleJwt,
  }),
  expiresInS: z.int().meta({
    description: 'The lifetime of the access token in seconds. There is no refresh token.',
    name: 'expiresIn',
    example: 900,
  }),
  sessionId: z.uuid().meta({
    description: 'The id of the session, which is also the `sid` of the access token.',
    example: '01a1fafd-5e0c-7b1f-9c55-0d0f5f1d6c3a',
  }),
  expiresTs: z.date().meta({
    description:
      'The end of the session at the latest. It ends earlier if the session of the super admin ends, or if the account of the super admin or of the user changes.',
    name: 'sessionExpiresTs',
    example: new Date('2026-11-20T17:45:15.123Z'),
  }),
  user: userRecord.meta({ description: 'The user as whom the super admin acts.' }),
});
export type Impersonation = z.infer<typeof impersonation>;

export const impersonateAnswer = answerOf(impersonation, {
  is: 'The access token and the user.',
  envelope: 'What a super admin gets to act as a user.',
  envelopeName: 'ImpersonationEnvelope',
  response: 'The session of the user is open.',
});
